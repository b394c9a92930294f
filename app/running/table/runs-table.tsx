import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { formatDistance } from '../../../running/units.ts';
import { compareText } from '../../format/compare-text.ts';
import { offerDownload } from '../../runtime/offer-download.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { yearsOf } from '../overview/chart-totals.ts';
import { formatRunCount } from '../overview/format.ts';
import type { SectionProps } from '../overview/section-props.ts';
import type { RunEntry, RunSource } from '../run-source.ts';
import { defaultQuery } from '../state/running-query.ts';
import { filterRuns } from './filter-runs.ts';
import { RunRow } from './run-row.tsx';
import { runsToCsv } from './runs-csv.ts';
import { SelectionBar } from './selection-bar.tsx';
import { TableFilters } from './table-filters.tsx';
import { TableHead } from './table-head.tsx';
import { useRowWindow } from './use-row-window.ts';
import { useRunActions } from './use-run-actions.ts';

/** The rows that are shown at first, so that the sections below the table are within reach. */
const firstRows = 12;

interface RunsTableProps extends SectionProps {
  source: RunSource;
  own: { client: SiteClient } | undefined;
  reload(): void;
  /** False while the filters above it are rendered for the first time. */
  withTable: boolean;
}

/** The first runs, or all of them: only the rows around the viewport are rendered. */
export function RunsTable(props: RunsTableProps) {
  const { entries, unit, today, query, change, source, own, reload, withTable } = props;
  const { search, inYear, gear, distance, sort, ascending } = query;
  // Deferred, so that typing stays quick.
  const shownSearch = useDeferredValue(search);
  const shown = useMemo(
    () => filterRuns(entries, { search: shownSearch, inYear, gear, distance, sort, ascending }, unit),
    [entries, shownSearch, inYear, gear, distance, sort, ascending, unit],
  );
  const years = useMemo(() => yearsOf(entries, today), [entries, today]);
  const allGear = useMemo(() => gearOf(entries), [entries]);
  const isOwn = source.kind === 'own';
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback(
    (id: string, isChosen: boolean) => setChosen((before) => withId(before, id, isChosen)),
    [],
  );
  const actions = useRunActions(isOwn ? own?.client : undefined, reload);
  const chosenIds = useMemo(
    () => shown.filter(({ id }) => chosen.has(id)).map(({ id }) => id),
    [shown, chosen],
  );
  const sum = useMemo(() => shown.reduce((metres, run) => metres + run.metres, 0), [shown]);
  const isFiltered = shown.length < entries.length;

  return (
    <section className="across runs-list" aria-labelledby="runs-list">
      <div className="runs-list-head">
        <h2 className="section-title" id="runs-list">
          Runs
        </h2>
        <p className="label" role="status">
          {isFiltered ? `${formatRunCount(shown.length)} of ${entries.length}` : formatRunCount(shown.length)}
          , {formatDistance(sum, unit)}
        </p>
        <button
          type="button"
          className="choice"
          onClick={() => offerDownload(`runs-${today}.csv`, 'text/csv;charset=utf-8', runsToCsv(shown, unit))}
        >
          CSV<span className="sr-only"> of the runs shown</span>
        </button>
      </div>
      <TableFilters
        state={{ search, inYear, gear, distance, sort, ascending }}
        onState={change}
        {...{ years, unit }}
        gear={allGear}
      />
      {isOwn && <SelectionBar chosen={chosenIds} actions={actions} onClear={() => setChosen(new Set())} />}
      {shown.length === 0 && (
        <p className="runs-none">
          No runs match.{' '}
          <button type="button" className="text-button" onClick={() => change(noFilter)}>
            Show all
          </button>
        </p>
      )}
      {withTable && shown.length > 0 && (
        <table className="runs-table" aria-rowcount={shown.length + 1} aria-label="Runs">
          <TableHead
            state={query}
            onSort={change}
            choice={
              isOwn
                ? {
                    chosen: chosenIds.length,
                    all: shown.length,
                    onAll: (all) => setChosen(new Set(all ? shown.map(({ id }) => id) : [])),
                  }
                : undefined
            }
          />
          <Rows
            {...{ unit, source, chosen }}
            shown={query.all ? shown : shown.slice(0, firstRows)}
            onChoose={isOwn ? choose : undefined}
          />
        </table>
      )}
      {withTable && shown.length > firstRows && (
        <p className="runs-more">
          <button type="button" className="choice" onClick={() => change({ all: !query.all })}>
            {query.all ? `Show only the first ${firstRows}` : `Show all ${formatRunCount(shown.length)}`}
          </button>
        </p>
      )}
    </section>
  );
}

const { search, inYear, gear, distance } = defaultQuery;
const noFilter = { search, inYear, gear, distance };

interface RowsProps {
  shown: readonly RunEntry[];
  unit: SectionProps['unit'];
  source: RunSource;
  chosen: ReadonlySet<string>;
  onChoose: ((id: string, chosen: boolean) => void) | undefined;
}

/** A component of its own, so that scrolling renders only rows. */
function Rows({ shown, unit, source, chosen, onChoose }: RowsProps) {
  const start = useRef<HTMLTableSectionElement>(null);
  const { from, to, height } = useRowWindow(start, shown.length);
  const drawn = shown.slice(from, to);
  const outlines = useOutlines(
    source,
    drawn.filter(({ hasRoute }) => hasRoute).map(({ id }) => id),
  );
  return (
    <>
      <Space height={from * height} body={start} />
      <tbody>
        {drawn.map((run, index) => (
          <RunRow
            key={run.id}
            {...{ run, unit, onChoose }}
            row={from + index}
            outline={outlines.get(run.id)}
            chosen={onChoose && chosen.has(run.id)}
          />
        ))}
      </tbody>
      <Space height={(shown.length - to) * height} />
    </>
  );
}

/** A spacer for rows that are not rendered. */
function Space({ height, body }: { height: number; body?: RefObject<HTMLTableSectionElement | null> }) {
  return (
    <tbody aria-hidden="true" ref={body}>
      {height > 0 && (
        <tr>
          <td className="runs-space" style={{ height }} />
        </tr>
      )}
    </tbody>
  );
}

function gearOf(runs: readonly RunEntry[]): string[] {
  return [...new Set(runs.flatMap(({ gear: name }) => name ?? []))].sort(compareText);
}

function withId(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

/** A debounce, so that nothing is fetched while the list is being scrolled. */
const pauseMs = 120;

/** The outlines of the runs on screen, as they arrive; one that cannot be loaded is left out. */
function useOutlines(source: RunSource, ids: readonly string[]): ReadonlyMap<string, string> {
  const [outlines, setOutlines] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef({ source, ids: new Set<string>() });
  if (asked.current.source !== source) asked.current = { source, ids: new Set() };
  const wanted = ids.filter((id) => !asked.current.ids.has(id)).join(' ');
  useEffect(() => {
    if (wanted === '') return;
    const timer = setTimeout(() => {
      const missing = wanted.split(' ');
      const { ids: known } = asked.current;
      for (const id of missing) known.add(id);
      source.outlines(missing).then(
        (found) => setOutlines((before) => new Map([...before, ...found])),
        () => {
          for (const id of missing) known.delete(id);
        },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [source, wanted]);
  return outlines;
}
