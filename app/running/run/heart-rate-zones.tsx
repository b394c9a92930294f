import { useMemo } from 'react';
import { measureHeartRateZones } from '../../../running/analysis/heart-rate-zones.ts';
import { toClock } from '../../../running/pace.ts';
import type { Run } from '../../../running/run.ts';
import { percent } from '../../charts/chart-plot.tsx';
import { PageSection } from '../../components/page-section.tsx';
import { HighestHeartRate } from './own/highest-heart-rate.tsx';

interface HeartRateZonesProps {
  run: Run;
  highestOfRun: number | undefined;
  /** The maximum heart rate that the runner has set, if any. */
  stated: number | undefined;
  /** Saves or clears the maximum; own runs only. */
  onStated?: ((highest: number | undefined) => Promise<void>) | undefined;
}

const names = ['Very easy', 'Easy', 'Steady', 'Hard', 'All out'];

export function HeartRateZones({ run, highestOfRun, stated, onStated }: HeartRateZonesProps) {
  const highest = stated ?? highestOfRun;
  const zones = useMemo(
    () => (highest === undefined ? [] : measureHeartRateZones(run.track, highest)),
    [run, highest],
  );
  if (highest === undefined) return null;
  const longest = Math.max(...zones.map(({ seconds }) => seconds), 1);
  const all = zones.reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <PageSection title="Heart rate zones">
      <table className="run-table zones-table">
        <caption className="sr-only">Time in each heart rate zone</caption>
        <thead>
          <tr>
            <th scope="col">Zone</th>
            <th scope="col">Beats</th>
            <td aria-hidden="true" />
            <th scope="col">Time</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {zones.map(({ from, to, seconds }, index) => (
            <tr key={from}>
              <th scope="row">
                {index + 1} <span className="zone-name">{names[index]}</span>
              </th>
              <td>{to === undefined ? `${from} +` : `${from}–${to - 1}`}</td>
              <td className="split-bar">
                <svg aria-hidden="true" className={`heart-zone-${index + 1}`}>
                  <rect width={percent(seconds / longest)} height="100%" />
                </svg>
              </td>
              <td>{toClock(seconds)}</td>
              <td>{all > 0 ? Math.round((seconds / all) * 100) : 0} %</td>
            </tr>
          ))}
        </tbody>
      </table>
      {onStated ? (
        <HighestHeartRate stated={stated} highestOfRun={highestOfRun} onStated={onStated} />
      ) : (
        <p className="label run-note">Shares of {highest} bpm, the highest of this run.</p>
      )}
    </PageSection>
  );
}
