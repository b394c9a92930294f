import { useEffect, useRef, useState } from 'react';
import site from '../../site.config.ts';
import { Announcer } from '../components/announcer.tsx';
import { Day } from '../components/day.tsx';
import { PageSection } from '../components/page-section.tsx';
import { formatCount } from '../format/count.ts';
import { CsvButton } from './csv-button.tsx';
import { isFiltered } from './filters.ts';
import { OverTime } from './over-time.tsx';
import { addressOf, type StatsState, timeIn } from './ranges.ts';
import { Ranking, RankingTable } from './ranking.tsx';
import { StatsFigures } from './stats-figures.tsx';
import { StatsFilters } from './stats-filters.tsx';
import { hasBefore, totalsOf } from './totals.ts';
import type { LiveFigures } from './use-live-figures.ts';
import type { AnsweredReport } from './use-report.ts';

interface ReportProps {
  answered: AnsweredReport;
  /** The requested range and filters: until the answer arrives, all figures and files are those of the current report. */
  state: StatsState;
  live: LiveFigures;
}

export function StatsReport({ answered, state, live }: ReportProps) {
  const { report, question, range } = answered;
  const { hour } = timeIn(site.pageViews.timeZone);
  const compare = state.compare && hasBefore(report);
  const totals = totalsOf(report, hour);
  const filtered = isFiltered(question.filters);
  const { box, message } = useChangeOfFilters(answered, state, totals.views.now);
  const isEmpty = filtered && totals.views.now === 0;
  return (
    <section className="stats-report axis" aria-label="Figures" ref={box} tabIndex={-1}>
      <StatsFilters state={state} />
      {filtered && isBefore(question.first_day, report.filters_from) && (
        <p className="hint stats-known">
          Views can be filtered from <Day day={report.filters_from} /> on. Of earlier days only totals are
          known: they are left out here.
        </p>
      )}
      {isEmpty ? (
        <div className="notice mt-l">
          <p>No views match in this period.</p>
          <p>
            <a href={addressOf({ ...state, filters: {} })}>Remove all filters</a>
          </p>
        </div>
      ) : (
        <>
          <StatsFigures {...totals} live={live} range={range} compare={compare} filtered={filtered} />
          <PageSection title="Over time">
            <OverTime report={report} compare={compare} hour={hour} />
            <div className="stats-tools">
              <CsvButton
                name="Views"
                filtered={filtered}
                days={report}
                head={['From', 'Views', 'Visitors']}
                rows={async () => report.series.map(({ at, views, visitors }) => [at, views, visitors])}
              />
            </div>
          </PageSection>
          <Rankings answered={answered} state={state} />
        </>
      )}
      <Announcer message={message} />
    </section>
  );
}

function Rankings({ answered: { report, question }, state }: Omit<ReportProps, 'live'>) {
  // Without the migration for filters, the rows are plain.
  const shared = { report, question, state: report.filters_from === undefined ? undefined : state };
  return (
    <>
      <Ranking
        {...shared}
        kind="page"
        of="pages"
        title="Pages"
        rowName="Page"
        empty="No pages were viewed."
      />
      {report.entry_pages && <EntryPages report={report} question={question} />}
      <Ranking
        {...shared}
        kind="referrer"
        of="referrers"
        title="Referrers"
        rowName="Site"
        empty="No one came from another site."
      />
      <Ranking
        {...shared}
        kind="device"
        of="devices"
        title="Devices"
        rowName="Device"
        empty="No devices were seen."
      />
      {site.pageViews.countryHeader && (
        <Ranking
          {...shared}
          kind="country"
          of="countries"
          title="Countries"
          rowName="Country"
          empty="No countries are known."
        />
      )}
    </>
  );
}

/** On which page visitors of a day arrived. */
function EntryPages({ report, question }: Pick<AnsweredReport, 'report' | 'question'>) {
  return (
    <PageSection title="Entry pages">
      {!isFiltered(question.filters) && isBefore(question.first_day, report.entries_from) && (
        <p className="hint stats-known">
          Counted from <Day day={report.entries_from} /> on.
        </p>
      )}
      <RankingTable
        report={report}
        question={question}
        of="entry_pages"
        title="Entry pages"
        rowName="Page"
        columns={['visitors']}
        empty="No one has arrived yet."
      />
    </PageSection>
  );
}

function isBefore(day: string | null, known: string | null | undefined): known is string {
  return typeof known === 'string' && (day === null || day < known);
}

/**
 * After a change of range or filters: what is said to screen readers, and the box that takes the focus if the element that had it is gone, such
 * as the button of a removed filter.
 */
function useChangeOfFilters({ key, question }: AnsweredReport, state: StatsState, views: number) {
  const box = useRef<HTMLElement>(null);
  const shown = useRef({ key, address: addressOf(state) });
  const [message, setMessage] = useState('');
  const address = addressOf(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: figures that change by themselves are not announced.
  useEffect(() => {
    const before = shown.current;
    shown.current = { key, address };
    if (before.key !== key)
      setMessage(
        `${formatCount(views, 'view', 'views', site.language)}${isFiltered(question.filters) ? ', filtered' : ''}`,
      );
    if ((before.key !== key || before.address !== address) && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [key, address]);
  return { box, message };
}
