import { BarTable } from '../charts/bar-table.tsx';
import { PageSection } from '../components/page-section.tsx';
import { CsvButton } from './csv-button.tsx';
import type { ReportQuery } from './ranges.ts';
import { readReport } from './read-report.ts';
import type { RankedViews, ViewsReport } from './report.ts';

type RankingKey = 'pages' | 'referrers' | 'devices' | 'countries' | 'discarded';

interface RankingProps {
  title: string;
  rowName: string;
  of: RankingKey;
  report: ViewsReport;
  question: ReportQuery;
  /** Shown when there are no rows. */
  empty: string;
  inWords?: (name: string) => string;
  /** The link of a row. */
  hrefOf?: (name: string) => string;
  /** Discarded views have no visitors. */
  visitors?: boolean;
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
  const { title, rowName, of, report, question, empty, inWords = asItIs, hrefOf, visitors = true } = props;
  const valuesOf = (row: RankedViews) => (visitors ? [row.views, row.visitors] : [row.views]);
  const columns = visitors ? ['Views', 'Visitors'] : ['Views'];

  async function allRows() {
    const whole = await readReport(question, maxRows);
    return typeof whole === 'string'
      ? undefined
      : whole[of].map((row) => [inWords(row.name), ...valuesOf(row)]);
  }

  return (
    <>
      <BarTable
        title={title}
        rowName={rowName}
        columns={columns}
        rows={report[of].map((row) => ({
          name: inWords(row.name),
          href: hrefOf?.(row.name),
          // In a new tab, so that the figures stay open; a page that was counted may no longer exist.
          target: '_blank',
          values: valuesOf(row),
        }))}
        empty={<p>{empty}</p>}
      />
      {report[of].length > 0 && (
        <div className="stats-tools">
          <CsvButton name={title} days={report} head={[rowName, ...columns]} rows={allRows} />
        </div>
      )}
    </>
  );
}

function asItIs(name: string): string {
  return name;
}
