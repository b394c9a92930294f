import { toClock } from '../../../running/pace.ts';
import type { LatestRun } from '../../../running/shown-run.ts';
import { formatDistance, type Unit } from '../../../running/units.ts';
import { PageSection } from '../../components/page-section.tsx';
import { nameOf } from '../run/format-run.ts';
import { RunLink } from '../run-link.tsx';
import { formatDayParts, shortDay } from './format.ts';

/** The newest runs, with links to their pages. */
export function LatestRuns({ runs, unit }: { runs: readonly LatestRun[]; unit: Unit }) {
  return (
    <PageSection title="Latest">
      <ol className="runs-latest">
        {runs.map((run) => (
          <li key={run.id}>
            <RunLink id={run.id}>
              <bdi>{nameOf(run)}</bdi>
            </RunLink>
            <time className="label" dateTime={run.day}>
              {formatDayParts(run.day, shortDay)}
            </time>
            <span>{formatDistance(run.metres, unit)}</span>
            <span className="label">{toClock(run.moving)}</span>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
