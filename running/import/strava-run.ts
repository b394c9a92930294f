import { toSport } from '../files/sport.ts';
import type { StravaActivity } from '../files/strava-activities.ts';
import { emptyTrack, type Run } from '../run.ts';

/** What the user wrote at Strava has priority over what a watch wrote by itself. */
export function describeByStrava(run: Run, activity: StravaActivity): Run {
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

/** A run that was typed in by hand: sums, no points. Undefined without a date and a time. */
export function toTypedRun(activity: StravaActivity): Run | undefined {
  const { start, name, notes, type, gear, metres, elapsed, moving, gain } = activity;
  if (Number.isNaN(start) || elapsed === undefined) return undefined;
  return {
    name,
    notes,
    sport: toSport(type),
    sportName: type,
    start,
    utcOffset: undefined,
    source: 'strava',
    device: undefined,
    gear: gear || undefined,
    track: emptyTrack(),
    laps: [],
    stated: { metres, elapsed, moving, gain },
  };
}
