/** When the site makes a backup by itself: BACKUP_EVERY. */

export type Rhythm = { kind: 'every'; ms: number } | { kind: 'daily'; hour: number; minute: number };

const minuteMs = 60_000;
const units = { m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs };
/** After a failure. */
const retryMs = 60 * minuteMs;
const shortest = 5 * minuteMs;
const clockDifferenceMs = 2 * minuteMs;

/** Parses `24h`, `7d`, `30m`, or a time of day such as `03:30`. */
export function parseRhythm(text: string): Rhythm {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour !== undefined) return { kind: 'daily', hour: Number(hour), minute: Number(minute) };
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * units[unit as keyof typeof units];
  if (unit === undefined || ms < shortest)
    throw new Error(
      `must be a time between backups (24h, 7d; at least 5m) or a time of day (03:30), got "${text}"`,
    );
  return { kind: 'every', ms };
}

/** Of one place. Undefined: never. */
export interface BackupTimes {
  tried: number | undefined;
  succeeded: number | undefined;
}

/** Whether a backup should be made now. One that was missed while no process ran is due. */
export function isDue(rhythm: Rhythm, times: BackupTimes, now: number): boolean {
  const { tried, succeeded } = withoutFuture(times, now);
  const hasFailed = tried !== undefined && tried > (succeeded ?? 0);
  const pause = rhythm.kind === 'every' ? Math.min(retryMs, rhythm.ms) : retryMs;
  if (hasFailed && now - tried < pause) return false;
  if (succeeded === undefined) return true;
  return rhythm.kind === 'every' ? now - succeeded >= rhythm.ms : succeeded < lastMoment(rhythm, now);
}

/** A time to come is that of a clock that was wrong. Those of two machines may differ a little. */
function withoutFuture({ tried, succeeded }: BackupTimes, now: number): BackupTimes {
  const known = (time: number | undefined) =>
    time !== undefined && time <= now + clockDifferenceMs ? time : undefined;
  return { tried: known(tried), succeeded: known(succeeded) };
}

/** The last time that the clock of this machine showed it. */
function lastMoment({ hour, minute }: Extract<Rhythm, { kind: 'daily' }>, now: number): number {
  const moment = new Date(now);
  moment.setHours(hour, minute, 0, 0);
  if (moment.getTime() > now) moment.setDate(moment.getDate() - 1);
  return moment.getTime();
}
