import { soundsToKey } from '../sound/sound-key.ts';
import { countSyllables } from '../sound/sounds.ts';
import { toSounds } from '../sound/to-sounds.ts';
import { type Period, toTrend, trends, trendYears } from '../trend.ts';
import type { ColumnName } from './layout.ts';
import { columnOrder } from './layout.ts';
import type { AllSeries, NameSeries } from './series.ts';

/** Years that decide which sex a name belongs to now: one generation of parents. */
export const recentYears = 20;

/** Computes the columns that queries read, once, when the file is packed, so that the site does not compute them at run time. */
export function toIndexColumns(all: AllSeries): Record<ColumnName, number[]> {
  const columns = Object.fromEntries(columnOrder.map((name) => [name, []])) as unknown as Record<
    ColumnName,
    number[]
  >;
  const lastWithSound = new Map<string, number>();
  let before = '';
  all.names.forEach(({ name, counts: [girls, boys] }, index) => {
    const shared = countShared(before, name);
    before = name;
    columns.shared.push(shared);
    columns.letters.push(...Buffer.from(`${name.slice(shared)}\n`));
    columns.sexes.push((girls ? 1 : 0) | (boys ? 2 : 0));
    const sounds = toSounds(name);
    columns.syllables.push(Math.min(255, countSyllables(sounds)));
    const key = soundsToKey(sounds);
    push(columns, 'sound', index - (lastWithSound.get(key) ?? index));
    lastWithSound.set(key, index);
    columns.girlShare.push(toGirlShare(girls, boys));
    columns.trend.push(trends.indexOf(toTrend(...toPeriods(all, girls, boys))));
    for (const [sex, counts] of [
      ['girls', girls],
      ['boys', boys],
    ] as const) {
      if (!counts) continue;
      push(columns, 'total', sum(counts));
      push(columns, 'latest', counts.at(-1) ?? 0);
      columns.peak.push(findPeak(counts, all.births[sex]));
    }
  });
  return columns;
}

function push(
  columns: Record<ColumnName, number[]>,
  name: 'sound' | 'total' | 'latest',
  value: number,
): void {
  if (value >= 2 ** 24) throw new Error(`${value} does not fit three bytes (${name}).`);
  columns[`${name}0`].push(value & 255);
  columns[`${name}1`].push((value >> 8) & 255);
  columns[`${name}2`].push(value >> 16);
}

type Counts = NameSeries['counts'][number];

/** In half per cents, of the last twenty years; of all years for a name that was not given since. */
function toGirlShare(girls: Counts, boys: Counts): number {
  const recent = (counts: Counts) => (counts ? sum(counts.subarray(-recentYears)) : 0);
  const whole = (counts: Counts) => (counts ? sum(counts) : 0);
  const of = recent(girls) + recent(boys) > 0 ? recent : whole;
  return Math.round((200 * of(girls)) / (of(girls) + of(boys)));
}

function toPeriods({ births }: AllSeries, girls: Counts, boys: Counts): [now: Period, before: Period] {
  const { window, apart } = trendYears;
  const period = (end: number): Period => {
    const range = (counts: ArrayLike<number> | undefined) =>
      counts ? sum(Array.from(counts).slice(Math.max(0, end - window), Math.max(0, end))) : 0;
    return { count: range(girls) + range(boys), births: range(births.girls) + range(births.boys) };
  };
  const span = births.girls.length;
  return [period(span), period(span - apart)];
}

export function findPeak(counts: ArrayLike<number>, births: ArrayLike<number>): number {
  let peak = 0;
  let largest = -1;
  for (let year = 0; year < counts.length; year++) {
    const share = births[year] ? (counts[year] ?? 0) / (births[year] ?? 1) : 0;
    if (share <= largest) continue;
    largest = share;
    peak = year;
  }
  return peak;
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += values[at] ?? 0;
  return total;
}

function countShared(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  return shared;
}
