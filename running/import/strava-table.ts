import { toSport } from '../files/sport.ts';
import type { StravaActivity } from '../files/strava-activities.ts';
import { nothingStated, type Run } from '../run.ts';
import { createRunWithoutTrack, type ExportTable } from './export-table.ts';
import { describeOther, type FileOutcome, requireRun, toOutcome } from './file-outcome.ts';

/** A Strava export: activities.csv names the recording of each activity. `entry` is its name in the archive, `path` what is shown. */
export function createStravaTable(entry: string, path: string, rows: readonly StravaActivity[]): ExportTable {
  const folder = entry.slice(0, entry.length - 'activities.csv'.length);
  const left = new Map(rows.map((row, index) => [row.file ? folder + row.file : `#${index}`, row]));
  const byEntry = new Map(left);
  return {
    claim(file) {
      left.delete(file);
      return byEntry.get(file)?.type ?? '';
    },
    describe(file, run) {
      const activity = byEntry.get(file);
      return activity ? describeByRow(run, activity) : run;
    },
    *rest() {
      for (const activity of left.values()) yield toRest(path, activity);
    },
  };
}

/** What the user wrote at Strava has priority over what a watch wrote by itself. */
function describeByRow(run: Run, activity: StravaActivity): Run {
  const sport = toSport(activity.type);
  return {
    ...run,
    name: activity.name || run.name,
    notes: activity.notes || run.notes,
    gear: activity.gear || undefined,
    sport: sport === 'unknown' ? run.sport : sport,
    sportName: activity.type || run.sportName,
  };
}

function toRest(path: string, activity: StravaActivity): FileOutcome {
  const place = `${path}: ${activity.name || activity.id}`;
  const run = toTypedRun(activity);
  if (toSport(activity.type) === 'other') {
    const read = async () => requireRun(run ? [run] : []);
    return { kind: 'ignored', path: place, reason: describeOther(activity.type), read, original: undefined };
  }
  if (activity.file !== '') {
    const reason = `The table names ${activity.file}, which is not in the archive.`;
    return { kind: 'broken', path: place, fault: 'damaged', reason };
  }
  if (run) return toOutcome(place, run, undefined, async () => run);
  const reason = 'The table has no date or no time for this run.';
  return { kind: 'broken', path: place, fault: 'no_times', reason };
}

/** A run that was typed in by hand: sums, no points. Undefined without a date and a time. */
function toTypedRun(activity: StravaActivity): Run | undefined {
  const { start, name, notes, type, gear, metres, elapsed, moving, gain } = activity;
  if (Number.isNaN(start) || elapsed === undefined) return undefined;
  return createRunWithoutTrack(type, {
    name,
    notes,
    start,
    utcOffset: undefined,
    source: 'strava',
    gear: gear || undefined,
    stated: { ...nothingStated, metres, elapsed, moving, gain },
  });
}
