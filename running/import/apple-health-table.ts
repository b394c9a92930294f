import type { AppleHealth, AppleWorkout } from '../files/apple-health.ts';
import type { Run, StatedTotals, Track } from '../run.ts';
import { createRunWithoutTrack, type ExportTable } from './export-table.ts';
import { toOutcome } from './file-outcome.ts';

/** A beat counts for the points at most this many milliseconds away: a watch measures every few seconds. */
const maxDistance = 10_000;

/** An Apple Health export: export.xml names the route of each workout, and has the beats of all days. */
export function createAppleHealthTable(path: string, health: AppleHealth): ExportTable {
  const byRoute = new Map(health.workouts.filter(({ route }) => route).map((each) => [each.route, each]));
  const recorded = new Set<AppleWorkout>();
  const find = (entry: string) => byRoute.get(entry.slice(entry.lastIndexOf('/') + 1));
  return {
    claim(entry) {
      const workout = find(entry);
      if (workout) recorded.add(workout);
      return workout?.type ?? '';
    },
    describe(entry, run) {
      const workout = find(entry);
      if (!workout) return run;
      const end = run.start + (run.track.time.at(-1) ?? 0) * 1000;
      const beats = health.heartRates(run.start - maxDistance, end + maxDistance);
      return {
        ...toRun(workout),
        source: 'gpx',
        start: run.start,
        track: { ...run.track, heartRate: placeBeats(run, beats) },
      };
    },
    *rest() {
      for (const workout of health.workouts) {
        if (recorded.has(workout)) continue;
        const run = toRun(workout);
        yield toOutcome(`${path}: ${workout.type}`, run, undefined, async () => run);
      }
    },
  };
}

/** The workout as export.xml has it: sums, no points. A route's own name is only its date. */
function toRun({ type, start, utcOffset, device, elapsed, moving, metres, heartRate }: AppleWorkout): Run {
  const stated: StatedTotals = { metres, elapsed, moving, gain: undefined, heartRate };
  return createRunWithoutTrack(type, {
    start,
    utcOffset,
    source: 'apple',
    device: device || undefined,
    stated,
  });
}

/** To each point the beats that were measured nearest to it. */
function placeBeats(
  { start, track }: Run,
  beats: readonly { at: number; rate: number }[],
): Track['heartRate'] {
  let next = 0;
  return track.heartRate.map((known, point) => {
    const at = start + (track.time[point] ?? 0) * 1000;
    while (next < beats.length && (beats[next]?.at ?? 0) < at) next += 1;
    const [before, after] = [beats[next - 1], beats[next]];
    const isBefore = before && (!after || at - before.at <= after.at - at);
    const nearest = isBefore ? before : after;
    return nearest && known === 0 && Math.abs(nearest.at - at) <= maxDistance ? nearest.rate : known;
  });
}
