import { addDays, endOfPeriod, startOfPeriod } from '../../../running/day.ts';

/** The day to which a key moves, within its year; undefined for other keys. Weeks are columns, so left and right move by a week. */
export function stepOf(key: string, day: string): string | undefined {
  const year = day.slice(0, 4);
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const steps: Record<string, () => string> = {
    ArrowUp: () => addDays(day, -1),
    ArrowDown: () => addDays(day, 1),
    ArrowLeft: () => addDays(day, -7),
    ArrowRight: () => addDays(day, 7),
    PageUp: () => startOfPeriod(addDays(startOfPeriod(day, 'month'), -1), 'month'),
    PageDown: () => endOfPeriod(startOfPeriod(day, 'month'), 'month'),
    Home: () => first,
    End: () => last,
  };
  const next = steps[key]?.();
  if (next === undefined) return undefined;
  return next < first ? first : next > last ? last : next;
}
