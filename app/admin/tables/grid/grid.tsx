import { type KeyboardEvent, type RefObject, type UIEvent, useEffect, useId, useState } from 'react';
import type { Sort } from '../table-address.ts';
import type { Cell, Column, TableDetails } from '../table-data.ts';
import { CellEditor } from './cell-editor.tsx';
import { CellValue } from './cell-value.tsx';
import { moveBy, type Place, rowsInView } from './grid-keys.ts';
import type { Rows } from './use-rows.ts';

export interface GridProps {
  table: TableDetails;
  rows: Rows;
  sort: Sort | undefined;
  /** The element that scrolls and has the focus. */
  box: RefObject<HTMLDivElement | null>;
  /** The column that was just sorted: its head keeps the focus, and stays in view. */
  sorted: string | undefined;
  canWrite: boolean;
  isSelected(place: number): boolean;
  onSelect(place: number): void;
  onSort(column: string): void;
  onOpen(place: number, column?: string): void;
  onChange(place: number, column: string, value: Cell): void;
}

const rowHeight = 34;
const widths: Partial<Record<Column['kind'], string>> = {
  number: '7.5rem',
  boolean: '6rem',
  uuid: '19.5rem',
  date: '8.5rem',
  timestamp: '13.5rem',
  time: '8rem',
  enum: '9rem',
};

interface Editing extends Place {
  typed: string | undefined;
}

/** A table of any length: only the rows around the screen are in the page. The keys move a mark, as in a spreadsheet. */
export function Grid(props: GridProps) {
  const { table, rows, sort, box, sorted } = props;
  const { columns } = table;
  const id = useId();
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState<Place>(() => placeOfHead(columns, sorted) ?? { row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing>();
  const { first, last } = rowsInView(view.top, view.height, rowHeight, rows.count);

  const shown = rows.show;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when what is on the screen changes.
  useEffect(() => shown(first, last), [first, last, rows.count]);
  const cellId = ({ row, column }: Place) => `${id}r${row}c${column}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the rows of a new question appear.
  useEffect(() => {
    setView((before) => ({ ...before, height: box.current?.clientHeight ?? 600 }));
    if (sorted === undefined) return;
    box.current?.focus({ preventScroll: true });
    document.getElementById(cellId(active))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);

  function moveTo(place: Place) {
    setActive(place);
    const element = box.current;
    if (!element || place.row < 0) return;
    // The head covers the first row of the box.
    const top = place.row * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + 2 * rowHeight > element.scrollTop + element.clientHeight - 16)
      element.scrollTop = top + 2 * rowHeight - element.clientHeight + 16;
    document.getElementById(cellId(place))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function edit(place: Place, typed?: string) {
    const column = columns[place.column];
    const found = rows.rowAt(place.row);
    if (!column || !found) return;
    if (!props.canWrite || column.isGenerated || isLarge(column, found.row[column.name], found.cut))
      props.onOpen(place.row, column.name);
    else setEditing({ ...place, typed });
  }

  function leave() {
    setEditing(undefined);
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const hasControl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2);
    const to = moveBy(event.key, hasControl, active, { rows: rows.count, columns: columns.length, page });
    const column = columns[active.column];
    if (to) moveTo(to);
    else if (event.key === 'Enter' && active.row < 0) props.onSort(column?.name ?? '');
    else if (event.key === 'Enter' && event.shiftKey) props.onOpen(active.row);
    else if (event.key === 'Enter' || event.key === 'F2') edit(active);
    else if (event.key === ' ' && active.row >= 0) props.onSelect(active.row);
    else if (event.key === 'Backspace' && hasControl && props.canWrite && column && active.row >= 0)
      props.onChange(active.row, column.name, null);
    else if (event.key.length === 1 && !hasControl && !event.altKey && active.row >= 0)
      edit(active, event.key);
    else return;
    event.preventDefault();
  }

  const template = {
    gridTemplateColumns: `4.2rem ${columns.map(({ kind }) => widths[kind] ?? '15rem').join(' ')}`,
  };
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return (
    <div
      ref={box}
      className="grid-box"
      role="grid"
      tabIndex={0}
      aria-label={`Rows of ${table.name}`}
      aria-rowcount={rows.isComplete ? rows.count + 1 : -1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={cellId(active)}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }: UIEvent) =>
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <GridHead {...props} template={template} sort={sort} active={active} cellId={cellId} />
      <div className="grid-body" role="rowgroup" style={{ height: rows.count * rowHeight }}>
        {places.map((place) => (
          <GridLine
            key={place}
            {...props}
            place={place}
            template={template}
            active={active.row === place ? active.column : undefined}
            editing={editing?.row === place ? editing : undefined}
            cellId={cellId}
            onPick={(column, opens) => {
              setActive({ row: place, column });
              box.current?.focus({ preventScroll: true });
              if (opens) edit({ row: place, column });
            }}
            onLeave={leave}
          />
        ))}
      </div>
    </div>
  );
}

function placeOfHead(columns: Column[], name: string | undefined): Place | undefined {
  const column = columns.findIndex((each) => each.name === name);
  return column < 0 ? undefined : { row: -1, column };
}

/** Values that a line is too small for, and keys of other tables, are edited in the form of the row. */
function isLarge({ kind, name, references }: Column, value: Cell | undefined, cut: string[]): boolean {
  if (kind === 'json' || kind === 'array' || kind === 'bytes' || references) return true;
  return cut.includes(name) || (value?.includes('\n') ?? false) || (value?.length ?? 0) > 200;
}

type Template = Record<'gridTemplateColumns', string>;

interface HeadProps extends GridProps {
  template: Template;
  active: Place;
  cellId(place: Place): string;
}

function GridHead({ table, sort, template, active, cellId, onSort }: HeadProps) {
  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-row" role="row" tabIndex={-1} aria-rowindex={1} style={template}>
        <div role="columnheader" tabIndex={-1} aria-colindex={1} className="grid-tools">
          <span className="sr-only">Row</span>
        </div>
        {table.columns.map(({ name, type, kind }, column) => {
          const direction =
            sort?.column === name ? (sort.descending ? 'descending' : 'ascending') : undefined;
          return (
            <div
              key={name}
              id={cellId({ row: -1, column })}
              role="columnheader"
              tabIndex={-1}
              aria-colindex={column + 2}
              aria-sort={direction}
              className={`grid-cell grid-${kind}`}
              data-active={active.row === -1 && active.column === column}
            >
              <button type="button" tabIndex={-1} title={type} onClick={() => onSort(name)}>
                <span>{name}</span>
                {direction && <span aria-hidden="true">{direction === 'ascending' ? '↑' : '↓'}</span>}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface LineProps extends GridProps {
  place: number;
  template: Template;
  /** The column of the mark. */
  active: number | undefined;
  editing: Editing | undefined;
  cellId(place: Place): string;
  onPick(column: number, opens: boolean): void;
  onLeave(): void;
}

function GridLine(props: LineProps) {
  const { table, rows, place, template, active, editing, cellId } = props;
  const found = rows.rowAt(place);
  const isSelected = props.isSelected(place);
  return (
    <div
      className="grid-row"
      role="row"
      tabIndex={-1}
      aria-rowindex={place + 2}
      aria-selected={isSelected}
      style={{ ...template, top: place * rowHeight }}
    >
      <div role="gridcell" tabIndex={-1} aria-colindex={1} className="grid-tools">
        {found && props.canWrite && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select row ${place + 1}`}
            checked={isSelected}
            onChange={() => props.onSelect(place)}
          />
        )}
        {found && (
          <button type="button" tabIndex={-1} onClick={() => props.onOpen(place)}>
            <span aria-hidden="true">⤢</span>
            <span className="sr-only">Open row {place + 1}</span>
          </button>
        )}
      </div>
      {table.columns.map((column, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys.
        <div
          key={column.name}
          id={cellId({ row: place, column: at })}
          role="gridcell"
          tabIndex={-1}
          aria-colindex={at + 2}
          className={`grid-cell grid-${column.kind}`}
          data-active={active === at}
          onClick={() => props.onPick(at, false)}
          onDoubleClick={() => props.onPick(at, true)}
        >
          {editing?.column === at && found ? (
            <CellEditor
              column={column}
              value={found.row[column.name] ?? null}
              typed={editing.typed}
              onLeave={props.onLeave}
              onSave={(value) => {
                props.onChange(place, column.name, value);
                props.onLeave();
              }}
            />
          ) : (
            found && (
              <CellValue
                value={found.row[column.name] ?? null}
                column={column}
                isCut={found.cut.includes(column.name)}
              />
            )
          )}
        </div>
      ))}
    </div>
  );
}
