import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { AdminProblem } from '../admin-problem.tsx';
import { showNotice } from '../notice.tsx';
import { useAnswer } from '../use-answer.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Grid } from './grid/grid.tsx';
import { useRows } from './grid/use-rows.ts';
import { LookAs } from './look-as.tsx';
import { RowDialog } from './row/row-dialog.tsx';
import { RowCount } from './row-count.tsx';
import { formatSort, parseSort } from './table-address.ts';
import type { TableDetails } from './table-data.ts';
import { TableMarks, tablesPath } from './table-list.tsx';
import { useChanges } from './use-changes.ts';

const TableTools = lazy(async () => ({ default: (await import('./tools/table-tools.tsx')).TableTools }));

/** `/admin/tables?table=public.runs`: the rows of a table. Filters, order and whose eyes are in the address. */
export function TableView({ name }: { name: string }) {
  const { answer, fault, again } = useAnswer<TableDetails>('/tables/table', { table: name });
  return (
    <>
      <p className="tables-back">
        <a href={tablesPath}>All tables</a>
      </p>
      {fault && <AdminProblem fault={fault} again={again} />}
      {!answer && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5', 'w-1/2']} />}
      {answer && !fault && <LoadedTable table={answer} name={name} onChanged={again} />}
    </>
  );
}

interface LoadedTableProps {
  table: TableDetails;
  name: string;
  onChanged(): void;
}

interface Opened {
  /** Undefined for a new row. */
  place: number | undefined;
  column: string | undefined;
}

function LoadedTable({ table, name, onChanged }: LoadedTableProps) {
  const [query, setQuery] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  const [sorted, setSorted] = useState<string>();
  const grid = useRef<HTMLDivElement>(null);
  const sort = parseSort(query.get('sort') ?? '');
  const filters = query.getAll('filter');
  const as = query.get('as');
  const question = toQuestion(name, query);
  const rows = useRows(`${question}`);
  const canWrite = table.canWrite && as === null;
  const changes = useChanges(table, name, rows);

  /** A step of the history of the browser. */
  function ask(change: (next: URLSearchParams) => void) {
    const next = new URLSearchParams(query);
    change(next);
    changes.clear();
    setSorted(undefined);
    setQuery(next, { preventScrollReset: true });
  }
  function sortBy(column: string) {
    const isSame = sort?.column === column;
    if (isSame && sort.descending) ask((next) => next.delete('sort'));
    else ask((next) => next.set('sort', formatSort({ column, descending: isSame })));
    setSorted(column);
  }
  function setFilters(chosen: string[]) {
    ask((next) => {
      next.delete('filter');
      for (const filter of chosen) next.append('filter', filter);
    });
  }
  const lookAs = (eyes: string | null) =>
    ask((next) => (eyes === null ? next.delete('as') : next.set('as', eyes)));
  async function deleteSelected(accepted: boolean) {
    // The button goes with the selection.
    if (await changes.deleteSelected(accepted)) grid.current?.focus({ preventScroll: true });
  }
  function reload() {
    onChanged();
    rows.reload();
  }
  const openedRow = opened?.place === undefined ? undefined : rows.rowAt(opened.place)?.row;

  return (
    <>
      <div className="table-head">
        <h2 className="section-title">{name}</h2>
        <TableMarks table={table} />
        <RowCount table={table} question={question} rows={rows} />
      </div>
      <div className="table-bar">
        <FilterBar columns={table.columns} filters={filters} onChange={setFilters} />
        <LookAs as={as} onChange={lookAs} />
      </div>
      <div className="table-actions">
        {canWrite && (
          <button
            type="button"
            className="choice"
            onClick={() => setOpened({ place: undefined, column: undefined })}
          >
            Add a row
          </button>
        )}
        {canWrite && changes.selected.size > 0 && (
          <button type="button" className="choice table-delete" onClick={() => deleteSelected(false)}>
            Delete {changes.selected.size === 1 ? '1 row' : `${changes.selected.size} rows`}
          </button>
        )}
        <Suspense>
          <TableTools table={table} query={question} isOwnView={as === null} onChanged={reload} />
        </Suspense>
      </div>
      <RowsState
        rows={rows}
        as={as}
        isFiltered={filters.length > 0}
        canWrite={canWrite}
        onClear={() => setFilters([])}
      />
      {rows.count > 0 && (
        <Grid
          key={`${question}`}
          table={table}
          rows={rows}
          sort={sort}
          box={grid}
          sorted={sorted}
          canWrite={canWrite}
          isSelected={changes.isSelected}
          onSelect={changes.select}
          onSort={sortBy}
          onOpen={(place, column) => setOpened({ place, column })}
          onChange={changes.changeCell}
        />
      )}
      <GridHint table={table} canWrite={canWrite} hasRows={rows.count > 0} />
      {opened && (opened.place === undefined || openedRow) && (
        <RowDialog
          table={table}
          name={name}
          row={openedRow}
          isReadOnly={!canWrite}
          column={opened.column}
          onClose={() => setOpened(undefined)}
          onSaved={(row) => {
            if (opened.place === undefined) rows.reload();
            else changes.show(openedRow, row);
            showNotice({ text: opened.place === undefined ? 'The row is added.' : 'The row is saved.' });
            setOpened(undefined);
          }}
        />
      )}
      {changes.follow && (
        <DeleteDialog
          follow={changes.follow}
          onAnswer={(accepted) => (accepted ? deleteSelected(true) : changes.keep())}
        />
      )}
    </>
  );
}

/** What the API is asked; the rest of the address is of this page alone. */
function toQuestion(name: string, query: URLSearchParams): URLSearchParams {
  const question = new URLSearchParams({ table: name });
  for (const filter of query.getAll('filter')) question.append('filter', filter);
  for (const key of ['sort', 'as']) {
    const value = query.get(key);
    if (value !== null) question.set(key, value);
  }
  return question;
}

interface RowsStateProps {
  rows: ReturnType<typeof useRows>;
  as: string | null;
  isFiltered: boolean;
  canWrite: boolean;
  onClear(): void;
}

/** What stands in place of rows, or beside them. */
function RowsState({ rows, as, isFiltered, canWrite, onClear }: RowsStateProps) {
  if (rows.fault) return <AdminProblem fault={rows.fault} again={rows.reload} />;
  if (!rows.isComplete && rows.count === 0) return <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />;
  if (rows.refused)
    return (
      <p className="notice">
        {as === 'anon' ? 'A visitor' : 'This person'} may not read this table ({rows.refused}).
      </p>
    );
  if (rows.isPartial)
    return (
      <p className="hint">
        These are the first rows. A view has no key to go on from: filter it to see others.
      </p>
    );
  if (rows.count > 0) return null;
  if (isFiltered)
    return (
      <div className="tables-empty">
        <p>No row fits the filters.</p>
        <button type="button" className="choice" onClick={onClear}>
          Remove the filters
        </button>
      </div>
    );
  if (as !== null)
    return <p className="notice">{as === 'anon' ? 'A visitor' : 'This person'} sees no row of this table.</p>;
  return (
    <div className="tables-empty">
      <p>This table has no rows yet.</p>
      {canWrite && (
        <p className="hint">
          Add one, import a CSV file, or let your site fill it: the API page has the calls ready.
        </p>
      )}
    </div>
  );
}

function GridHint({
  table,
  canWrite,
  hasRows,
}: {
  table: TableDetails;
  canWrite: boolean;
  hasRows: boolean;
}) {
  if (!table.canWrite)
    return (
      <p className="hint tables-note">
        {table.kind === 'table' && table.key.length === 0
          ? 'This table has no primary key, so that a row cannot be named: it is shown, and not changed.'
          : 'This can be read only.'}
      </p>
    );
  if (!hasRows) return null;
  return (
    <p className="hint tables-note grid-keys">
      Arrow keys move, {canWrite && 'Enter edits, Space selects, Ctrl+Backspace sets null, '}Shift+Enter opens
      the row.
    </p>
  );
}
