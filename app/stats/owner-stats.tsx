import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import site from '../../site.config.ts';
import { PageSection } from '../components/page-section.tsx';
import { formatCounted } from '../format/count.ts';
import { isThisBrowserLeftOut, leaveOutThisBrowser } from '../session/owners-browser.ts';
import { CsvButton } from './csv-button.tsx';
import { describeReason } from './describe-reason.ts';
import { FirstUse } from './first-use.tsx';
import { OverTime } from './over-time.tsx';
import { addressOf, ranges, readState, type StatsState, timeIn } from './ranges.ts';
import { Ranking, RankingTable } from './ranking.tsx';
import { StatsFigures } from './stats-figures.tsx';
import { NotOwner, ReportProblem } from './stats-notice.tsx';
import { StatsSkeleton } from './stats-skeleton.tsx';
import { hasBefore, totalsOf } from './totals.ts';
import { type LiveFigures, useLiveFigures } from './use-live-figures.ts';
import { type AnsweredReport, useReport } from './use-report.ts';

const requests = { one: 'request', other: 'requests' };

/** The owner's statistics. The range and the comparison are in the address. */
export function OwnerStats({ email }: { email: string | undefined }) {
  const [query] = useSearchParams();
  const state = readState(query);
  const { answered, fault, pending, again, refresh } = useReport(state.range);
  const live = useLiveFigures(refresh);
  if (fault === 'not-owner') return <NotOwner email={email} />;
  if (fault) return <ReportProblem fault={fault} again={again} />;
  if (!answered) return <StatsSkeleton />;
  const { report } = answered;
  return (
    <div className="axis" aria-busy={pending}>
      {report.begun === null ? <FirstUse /> : <Report answered={answered} state={state} live={live} />}
      <About>{report.discarded.length > 0 && <NotCounted {...answered} />}</About>
    </div>
  );
}

interface ReportProps {
  answered: AnsweredReport;
  /** The requested range: until its answer arrives, all figures and files are those of the current report. */
  state: StatsState;
  live: LiveFigures;
}

function Report({ answered, state, live }: ReportProps) {
  const { report, question, range } = answered;
  const { hour } = timeIn(site.pageViews.timeZone);
  const shared = { report, question };
  const comparable = hasBefore(report);
  const compare = state.compare && comparable;
  return (
    <>
      <StatsChoices state={state} comparable={comparable} />
      <StatsFigures {...totalsOf(report, hour)} live={live} range={range} compare={compare} />
      <PageSection title="Over time">
        <OverTime report={report} compare={compare} hour={hour} />
        <div className="stats-tools">
          <CsvButton
            name="Views"
            days={report}
            head={['From', 'Views', 'Visitors']}
            rows={async () => report.series.map(({ at, views, visitors }) => [at, views, visitors])}
          />
        </div>
      </PageSection>
      <Ranking
        {...shared}
        of="pages"
        title="Pages"
        rowName="Page"
        hrefOf={encodeURI}
        empty="No pages were viewed."
      />
      <Ranking
        {...shared}
        of="referrers"
        title="Referrers"
        rowName="Site"
        empty="No one came from another site."
      />
      <Ranking
        {...shared}
        of="devices"
        title="Devices"
        rowName="Device"
        inWords={capital}
        empty="No devices were seen."
      />
      {site.pageViews.countryHeader && (
        <Ranking
          {...shared}
          of="countries"
          title="Countries"
          rowName="Country"
          inWords={formatCountry}
          empty="No countries are known."
        />
      )}
    </>
  );
}

/** A footnote: for an owner who wonders why a figure is lower than expected. */
function NotCounted({ report, question }: AnsweredReport) {
  const views = report.discarded.reduce((sum, row) => sum + row.views, 0);
  return (
    <details className="stats-discarded">
      <summary className="label">
        {formatCounted(views, requests, site.language)} not counted, by reason
      </summary>
      <RankingTable
        report={report}
        question={question}
        of="discarded"
        title="Not counted"
        rowName="Reason"
        inWords={describeReason}
        visitors={false}
        empty=""
      />
    </details>
  );
}

function About({ children }: { children: ReactNode }) {
  return (
    <PageSection title="About">
      <p className="hint font-sans text-sm">
        A visitor is counted once a day. Who it was is forgotten after two days, so no one can be followed
        from one day to the next. Days start at midnight in {site.pageViews.timeZone}.
      </p>
      <OwnVisits />
      {children}
    </PageSection>
  );
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function formatCountry(code: string): string {
  return new Intl.DisplayNames(site.language, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** The owner's setting for this browser, which works without a cookie. */
function OwnVisits() {
  const [leftOut, setLeftOut] = useState(true);
  useEffect(() => setLeftOut(isThisBrowserLeftOut()), []);
  return (
    <label className="stats-own">
      <input
        type="checkbox"
        checked={leftOut}
        onChange={({ target }) => {
          leaveOutThisBrowser(target.checked);
          setLeftOut(target.checked);
        }}
      />
      <span>
        Do not count visits from this browser, even when I am signed out. While signed in, you are never
        counted.
      </span>
    </label>
  );
}

/** Range and comparison are links: each state has an address, and the back button goes through them. */
function StatsChoices({ state, comparable }: { state: StatsState; comparable: boolean }) {
  return (
    <nav className="stats-choices" aria-label="Period">
      <ul className="choices">
        {ranges.map((range) => (
          <li key={range.name}>
            <a
              className="choice"
              href={addressOf({ ...state, range })}
              aria-current={range === state.range ? 'true' : undefined}
            >
              {range.title}
            </a>
          </li>
        ))}
        {comparable && (
          <li className="stats-compare">
            <a className="choice" href={addressOf({ ...state, compare: !state.compare })}>
              {state.compare ? 'Stop comparing' : 'Compare with the previous period'}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
