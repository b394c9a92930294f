import { useCallback, useMemo, useState } from 'react';
import { toClock } from '../../../running/pace.ts';
import { formatDistance, heightUnits, type Unit } from '../../../running/units.ts';
import { PageSection } from '../../components/page-section.tsx';
import type { OpenedRun } from '../run-source.ts';
import { type ChartPoints, toChartPoints } from './chart-points.ts';
import { RouteMap } from './route-map.tsx';
import { RunCharts } from './run-charts.tsx';
import { RunSplits } from './run-splits.tsx';

/** Map, charts and splits with one shared cursor. */
export function RunGraphs({ opened, unit }: { opened: OpenedRun; unit: Unit }) {
  const { entry, run, analysis } = opened;
  const moments = useMemo(() => toChartPoints(run, analysis, unit), [run, analysis, unit]);
  const indexes = useMemo(() => new Map(moments.x.map((x, index) => [x, index])), [moments]);
  const [cursor, setCursor] = useState<number | null>(null);
  const moveTo = useCallback((x: number | string | null) => setCursor(x === null ? null : Number(x)), []);
  const at = cursor === null ? undefined : indexes.get(cursor);
  return (
    <>
      {entry.hasRoute && (
        <figure className="across run-route">
          <RouteMap
            opened={opened}
            unit={unit}
            label={`The route: ${formatDistance(entry.metres, unit)}, north is up`}
            moments={moments}
            at={at}
            onCursor={moveTo}
          />
          <figcaption className="label">
            {at === undefined
              ? 'Point at the route or a chart to see the same moment in both.'
              : readingAt(moments, at, unit)}
          </figcaption>
        </figure>
      )}
      <RunCharts moments={moments} unit={unit} cursor={cursor} onCursor={moveTo} />
      <RunSplits
        run={run}
        analysis={analysis}
        unit={unit}
        metres={at === undefined ? undefined : moments.metres[at]}
      />
    </>
  );
}

/** `3.42 km · 17:50 · 5:12 /km · 38 m · 152 bpm` */
function readingAt(moments: ChartPoints, at: number, unit: Unit): string {
  const pace = moments.pace[at];
  const heartRate = moments.heartRate[at];
  const height = moments.elevation[at];
  return [
    moments.axis === 'distance' && formatDistance(moments.metres[at] ?? 0, unit),
    toClock(moments.time[at] ?? 0),
    pace && `${toClock(pace)} /${unit}`,
    typeof height === 'number' && `${Math.round(height)} ${heightUnits[unit].name}`,
    heartRate && `${heartRate} bpm`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Shown instead of the graphs for a run that was entered by hand. */
export function NoTrack() {
  return (
    <PageSection title="Charts">
      <p className="hint">This run has totals but no recording, so there is nothing to draw.</p>
    </PageSection>
  );
}
