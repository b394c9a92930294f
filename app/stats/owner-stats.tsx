import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import site from '../../site.config.ts';
import { NotOwner } from '../components/not-owner.tsx';
import { PageSection } from '../components/page-section.tsx';
import { formatCounted } from '../format/count.ts';
import { isThisBrowserLeftOut, leaveOutThisBrowser } from '../session/owners-browser.ts';
import { describeReason } from './describe-reason.ts';
import { isFiltered } from './filters.ts';
import { FirstUse } from './first-use.tsx';
import { addressOf, ranges, readState, type StatsState } from './ranges.ts';
import { RankingTable } from './ranking.tsx';
import { ReportProblem } from './stats-notice.tsx';
import { StatsReport } from './stats-report.tsx';
import { StatsSkeleton } from './stats-skeleton.tsx';
import { hasBefore } from './totals.ts';
import { useLiveFigures } from './use-live-figures.ts';
import { type AnsweredReport, useReport } from './use-report.ts';

const requests = { one: 'request', other: 'requests' };

/** The owner's statistics. The range, the comparison and the filters are in the address. */
export function OwnerStats({ email }: { email: string | undefined }) {
  const [query] = useSearchParams();
  const state = readState(query);
  const { answered, fault, pending, again, refresh } = useReport(state);
  const live = useLiveFigures(refresh);
  if (fault === 'not-owner') return <NotOwner email={email} only="see these figures" />;
  if (fault) return <ReportProblem fault={fault} again={again} />;
  if (!answered) return <StatsSkeleton />;
  const { report } = answered;
  return (
    <div className="axis" aria-busy={pending}>
      {report.begun === null ? (
        <FirstUse />
      ) : (
        <>
          <StatsChoices state={state} comparable={hasBefore(report)} />
          <StatsReport answered={answered} state={state} live={live} />
        </>
      )}
      <About filtered={isFiltered(answered.question.filters)}>
        {report.discarded.length > 0 && <NotCounted {...answered} />}
      </About>
    </div>
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
        columns={['views']}
        empty=""
      />
    </details>
  );
}

function About({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  return (
    <PageSection title="About">
      <p className="hint font-sans text-sm">
        A visitor is counted once a day. Who it was is forgotten after two days, so no one can be followed
        from one day to the next. Days start at midnight in {site.pageViews.timeZone}.
        {filtered &&
          ' Filtered by a page, visitors are those who saw it; by anything else, those whose first view of the day matches.'}
      </p>
      <OwnVisits />
      {children}
    </PageSection>
  );
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
