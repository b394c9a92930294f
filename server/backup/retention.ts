/** Which backups are kept: BACKUP_KEEP. */
import { timeOfName } from '../../database/backup/list-backups.ts';
import type { BackupPlace } from './backup-place.ts';

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

/** Called after a good backup. Returns the names of what was removed. */
export async function removeExpired(
  place: BackupPlace,
  rules: readonly KeepRule[] | undefined,
  now: number,
): Promise<string[]> {
  await place.removeLeftovers(now);
  if (!rules) return [];
  const listed = await place.list();
  const expired = chooseExpired(
    listed.map(({ name }) => name),
    rules,
  );
  for (const name of expired) await place.remove(name);
  return expired;
}
