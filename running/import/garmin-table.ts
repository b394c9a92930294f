import type { GarminActivity } from '../files/garmin-activities.ts';
import { toSport } from '../files/sport.ts';
import type { Run } from '../run.ts';
import { createRunWithoutTrack, type ExportTable } from './export-table.ts';
import { toOutcome } from './file-outcome.ts';

/** A recording may begin this many milliseconds before or after what the list says. */
const tolerance = 60_000;

/** A Garmin export: the list does not name the recordings, but knows when each activity began. */
export function createGarminTable(path: string, rows: readonly GarminActivity[]): ExportTable {
  const byMinute = new Map<number, GarminActivity[]>();
  for (const row of rows) {
    const minute = Math.floor(row.start / tolerance);
    byMinute.set(minute, [...(byMinute.get(minute) ?? []), row]);
  }
  const recorded = new Set<GarminActivity>();
  const find = (start: number) => {
    const minute = Math.floor(start / tolerance);
    const distance = (row: GarminActivity) => Math.abs(row.start - start);
    return [minute - 1, minute, minute + 1]
      .flatMap((each) => byMinute.get(each) ?? [])
      .filter((row) => distance(row) <= tolerance)
      .sort((a, b) => distance(a) - distance(b))[0];
  };
  return {
    claim: () => '',
    describe(_entry, run) {
      const row = find(run.start);
      if (!row) return run;
      recorded.add(row);
      const isVague = run.sport === 'unknown' || run.sport === 'maybe';
      return {
        ...run,
        name: row.name || run.name,
        notes: row.notes || run.notes,
        utcOffset: run.utcOffset ?? row.utcOffset,
        ...(isVague && row.type && { sport: toSport(row.type), sportName: row.type }),
      };
    },
    *rest() {
      for (const row of rows) {
        const run = recorded.has(row) ? undefined : toTypedRun(row);
        if (run) yield toOutcome(`${path}: ${row.name || row.type}`, run, undefined, async () => run);
      }
    },
  };
}

/** An activity that was typed in by hand, or whose recording Garmin no longer has. */
function toTypedRun(row: GarminActivity): Run | undefined {
  const { start, utcOffset, name, notes, type, metres, elapsed, moving, gain, heartRate } = row;
  if (elapsed === undefined) return undefined;
  const stated = { metres, elapsed, moving, gain, heartRate };
  return createRunWithoutTrack(type, { name, notes, start, utcOffset, source: 'garmin', stated });
}
