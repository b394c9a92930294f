/** Which backups are kept: BACKUP_KEEP. */
import { timeOfName } from '../../database/backup/list-backups.ts';
import type { Log } from '../../database/log.ts';
import type { BackupPlace } from './backup-place.ts';
import { explainBackupFault } from './explain-fault.ts';

const periods = ['last', 'daily', 'weekly', 'monthly', 'yearly'] as const;
type Period = (typeof periods)[number];

export interface KeepRule {
  count: number;
  period: Period;
}

const example = 'write for example: 7 daily, 4 weekly, 6 monthly';

/** Parses `7 daily, 4 weekly`. */
export function parseKeep(text: string): KeepRule[] {
  return text.split(',').map((part) => {
    const [, count = '', word = ''] = /^(\d{1,4}) ([a-z]+)$/.exec(part.trim().toLowerCase()) ?? [];
    const period = periods.find((name) => name === word);
    if (period === undefined || Number(count) === 0)
      throw new Error(`is not understood ("${text}"): ${example}`);
    return { count: Number(count), period };
  });
}

/**
 * The backups that no rule keeps. `7 daily` keeps the newest of each of the last seven days that have one. The newest is always kept, and
 * so are those that a person has named.
 */
export function chooseExpired(names: readonly string[], rules: readonly KeepRule[]): string[] {
  const ours = names
    .flatMap((name) => {
      const time = timeOfName(name);
      return time === undefined ? [] : [{ name, time: new Date(time) }];
    })
    .sort((one, other) => other.time.getTime() - one.time.getTime());
  const kept = new Set(ours.slice(0, 1).map(({ name }) => name));
  for (const { count, period } of rules) {
    const seen = new Set<string>();
    for (const { name, time } of ours) {
      const key = period === 'last' ? name : keyOf(time, period);
      if (seen.has(key)) continue;
      if (seen.size === count) break;
      seen.add(key);
      kept.add(name);
    }
  }
  return ours.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** Days and weeks are those of UTC, as in the names. */
function keyOf(time: Date, period: Exclude<Period, 'last'>): string {
  const day = time.toISOString().slice(0, 10);
  if (period === 'daily') return day;
  if (period === 'monthly') return day.slice(0, 7);
  if (period === 'yearly') return day.slice(0, 4);
  const monday = new Date(`${day}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

export interface Removal {
  place: BackupPlace;
  rules: readonly KeepRule[] | undefined;
  now: number;
  log: Log;
}

/** Called after a good backup, which stays good when another one cannot be removed: that is logged. Returns the names of what was removed. */
export async function removeExpired({ place, rules, now, log }: Removal): Promise<string[]> {
  const isDone = (what: string, work: Promise<void>) =>
    work.then(
      () => true,
      (error: unknown) => {
        log({ level: 'warn', message: `${what} could not be removed: ${explainBackupFault(error)}` });
        return false;
      },
    );
  const removed: string[] = [];
  const listed = rules ? await place.list() : [];
  const names = listed.map(({ name }) => name);
  for (const name of chooseExpired(names, rules ?? []))
    if (await isDone(`The backup ${name}`, place.remove(name))) removed.push(name);
  await isDone('What is left of interrupted backups', place.removeLeftovers(now));
  return removed;
}
