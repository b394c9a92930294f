import { useMemo } from 'react';
import { measureHeartRateZones } from '../../../running/analysis/heart-rate-zones.ts';
import { toClock } from '../../../running/pace.ts';
import type { Run } from '../../../running/run.ts';
import { percent } from '../../charts/chart-plot.tsx';
import { PageSection } from '../../components/page-section.tsx';
import type { OpenedRun, RunEntry } from '../run-source.ts';
import { HighestHeartRate } from './own/highest-heart-rate.tsx';

/** What the zones are shares of. */
interface HighestRate {
  beats: number;
  of: 'runner' | 'all runs' | 'this run';
}

/** The rate that the runner has set, or the highest of all runs: an easy run must not look like a race because its own highest is low. */
export function findHighestHeartRate(
  { entry, analysis }: Pick<OpenedRun, 'entry' | 'analysis'>,
  entries: readonly RunEntry[],
  stated: number | undefined,
): HighestRate {
  if (stated !== undefined) return { beats: stated, of: 'runner' };
  const ofRun = analysis.totals.highestHeartRate ?? 0;
  // A public run that is reached by its address may be that of another runner.
  if (!entries.some(({ id }) => id === entry.id)) return { beats: ofRun, of: 'this run' };
  const beats = entries.reduce((most, { highestHeartRate = 0 }) => Math.max(most, highestHeartRate), ofRun);
  return { beats, of: 'all runs' };
}

interface HeartRateZonesProps {
  run: Run;
  /** Undefined until it is known; the table has its place already. */
  highest: HighestRate | undefined;
  /** The maximum heart rate that the runner has set, if any. */
  stated: number | undefined;
  /** Saves or clears the maximum; own runs only. */
  onStated?: ((highest: number | undefined) => Promise<void>) | undefined;
}

const names = ['Very easy', 'Easy', 'Steady', 'Hard', 'All out'];

export function HeartRateZones({ run, highest, stated, onStated }: HeartRateZonesProps) {
  const rows = useMemo(() => toRows(run, highest?.beats), [run, highest?.beats]);
  const sentence = highest
    ? `Based on ${highest.beats} bpm, ${origins[highest.of]}.`
    : 'Based on the highest heart rate.';
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
          {rows.map(({ name, beats, bar, time, share }, index) => (
            <tr key={name}>
              <th scope="row">
                {index + 1} <span className="zone-name">{name}</span>
              </th>
              <td>{beats}</td>
              <td className="split-bar">
                <svg aria-hidden="true" className={`heart-zone-${index + 1}`}>
                  <rect width={percent(bar)} height="100%" />
                </svg>
              </td>
              <td>{time}</td>
              <td>{share}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {onStated ? (
        <HighestHeartRate stated={stated} sentence={sentence} onStated={onStated} />
      ) : (
        <p className="label run-note">{sentence}</p>
      )}
    </PageSection>
  );
}

const origins = {
  runner: 'your maximum',
  'all runs': 'the highest of all runs',
  'this run': 'the highest of this run',
};

function toRows({ track }: Run, highest: number | undefined) {
  if (highest === undefined)
    return names.map((name) => ({ name, beats: '–', bar: 0, time: '–', share: '–' }));
  const zones = measureHeartRateZones(track, highest);
  const longest = Math.max(...zones.map(({ seconds }) => seconds), 1);
  const all = zones.reduce((sum, { seconds }) => sum + seconds, 0);
  return zones.map(({ from, to, seconds }, index) => ({
    name: names[index] ?? '',
    beats: to === undefined ? `${from} +` : `${from}–${to - 1}`,
    bar: seconds / longest,
    time: toClock(seconds),
    share: `${all > 0 ? Math.round((seconds / all) * 100) : 0} %`,
  }));
}
