import { memo, useMemo } from 'react';
import type { RunAnalysis } from '../../../running/analysis/analyse-run.ts';
import { type RunSplit, splitRun } from '../../../running/analysis/split-run.ts';
import type { Run } from '../../../running/run.ts';
import { formatDistance, formatHeight, formatPace, metresIn, type Unit } from '../../../running/units.ts';
import { percent } from '../../charts/chart-plot.tsx';
import { PageSection } from '../../components/page-section.tsx';

interface RunSplitsProps {
  run: Run;
  analysis: RunAnalysis;
  unit: Unit;
  /** The distance at the cursor. */
  metres: number | undefined;
}

export function RunSplits({ run, analysis, unit, metres }: RunSplitsProps) {
  const splits = useMemo(() => splitRun(run.track, analysis, metresIn(unit)), [run, analysis, unit]);
  if (splits.length === 0) return null;
  const here = metres === undefined ? -1 : Math.min(splits.length - 1, Math.floor(metres / metresIn(unit)));
  return (
    <PageSection title={unit === 'km' ? 'Kilometer splits' : 'Mile splits'}>
      <SplitsTable splits={splits} unit={unit} here={here} />
    </PageSection>
  );
}

interface SplitsTableProps {
  splits: readonly RunSplit[];
  unit: Unit;
  here: number;
}

const SplitsTable = memo(({ splits, unit, here }: SplitsTableProps) => {
  const speedOf = ({ metres, moving }: RunSplit) => (moving > 0 ? metres / moving : 0);
  const fastest = Math.max(...splits.map(speedOf));
  const best = Math.max(...splits.filter((split) => isWhole(split, unit)).map(speedOf));
  const hasGain = splits.some(({ gain }) => gain !== undefined);
  const hasHeart = splits.some(({ averageHeartRate }) => averageHeartRate !== undefined);
  return (
    <table className="run-table splits-table">
      <caption className="sr-only">Splits; a longer bar is faster</caption>
      <thead>
        <tr>
          <th scope="col">{unit === 'km' ? 'Km' : 'Mile'}</th>
          <th scope="col">Pace</th>
          <td aria-hidden="true" />
          {hasGain && <th scope="col">Climb</th>}
          {hasHeart && <th scope="col">Heart</th>}
        </tr>
      </thead>
      <tbody>
        {splits.map((split, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a split is identified by its index.
          <tr key={index} data-here={index === here || undefined}>
            <th scope="row">{rowName(split, index, unit)}</th>
            <td>{formatPace(split.moving / split.metres, unit).split(' ')[0]}</td>
            <td className="split-bar">
              <svg aria-hidden="true">
                <rect
                  width={percent(fastest > 0 ? speedOf(split) / fastest : 0)}
                  height="100%"
                  data-fastest={speedOf(split) === best || undefined}
                />
              </svg>
            </td>
            {hasGain && <td>{formatHeight(split.gain ?? 0, unit)}</td>}
            {hasHeart && <td>{split.averageHeartRate ? Math.round(split.averageHeartRate) : '–'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** An incomplete last split is labeled by its length. */
function rowName(split: RunSplit, index: number, unit: Unit): string {
  return isWhole(split, unit) ? String(index + 1) : formatDistance(split.metres, unit);
}

function isWhole({ metres }: RunSplit, unit: Unit): boolean {
  return metres > metresIn(unit) - 10;
}
