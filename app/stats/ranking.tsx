import { BarTable } from '../charts/bar-table.tsx';
import { PageSection } from '../components/page-section.tsx';
import { CsvButton } from './csv-button.tsx';
import { describeValue, type FilterKind, isFiltered, without } from './filters.ts';
import { addressOf, type ReportQuery, type StatsState } from './ranges.ts';
import { readReport } from './read-report.ts';
import type { RankedViews, ViewsReport } from './report.ts';

type RankingKey = 'pages' | 'entry_pages' | 'referrers' | 'devices' | 'countries' | 'discarded';
const columnTitles = { views: 'Views', visitors: 'Visitors' };

interface RankingProps {
  title: string;
  rowName: string;
  of: RankingKey;
  report: ViewsReport;
  question: ReportQuery;
  /** Shown when there are no rows. */
  empty: string;
  inWords?: (name: string) => string;
  /** What the rows are names of, if the report can be filtered by it. */
  kind?: FilterKind;
  /** Makes each row a link that filters the report. */
  state?: StatsState | undefined;
  columns?: (keyof typeof columnTitles)[];
}

/** The file has all rows; the screen the first ten. */
const maxRows = 10_000;

export function Ranking(props: RankingProps) {
  return (
    <PageSection title={props.title}>
      <RankingTable {...props} />
    </PageSection>
  );
}

/** The same without a heading. */
export function RankingTable(props: RankingProps) {
  const { title, rowName, of, report, question, empty, kind, state, columns = ['views', 'visitors'] } = props;
  const { inWords = (name) => (kind ? describeValue(kind, name) : name) } = props;
  const rows = report[of] ?? [];
  const valuesOf = (row: RankedViews) => columns.map((column) => row[column]);
  const columnNames = columns.map((column) => columnTitles[column]);

  async function allRows() {
    const whole = await readReport(question, maxRows);
    return typeof whole === 'string'
      ? undefined
      : (whole[of] ?? []).map((row) => [inWords(row.name), ...valuesOf(row)]);
  }

  return (
    <>
      <BarTable
        title={title}
        rowName={rowName}
        columns={columnNames}
        rows={rows.map((row) => ({
          name: inWords(row.name),
          values: valuesOf(row),
          ...(kind && state && linkOf(state, kind, row.name)),
        }))}
        empty={<p>{empty}</p>}
      />
      {rows.length > 0 && (
        <div className="stats-tools">
          <CsvButton
            name={title}
            filtered={isFiltered(question.filters)}
            days={report}
            head={[rowName, ...columnNames]}
            rows={allRows}
          />
        </div>
      )}
    </>
  );
}

/** The row that is filtered by keeps its link, which takes the filter away: so the focus stays on it. */
function linkOf(state: StatsState, kind: FilterKind, name: string) {
  const current = state.filters[kind] === name;
  const filters = current ? without(state.filters, kind) : { ...state.filters, [kind]: name };
  return {
    href: addressOf({ ...state, filters }),
    current,
    title: current ? 'Remove this filter' : `Show only the views of this ${kind}`,
  };
}
