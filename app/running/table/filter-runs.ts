import { metresIn, type Unit } from '../../../running/units.ts';
import { nameOf } from '../run/format-run.ts';
import type { RunEntry } from '../run-source.ts';
import type { DistanceClass, RunningQuery, SortKey } from '../state/running-query.ts';

export type TableState = Pick<RunningQuery, 'search' | 'inYear' | 'gear' | 'distance' | 'sort' | 'ascending'>;

/** The runs of the table, filtered and sorted. `runs` are newest first, and the sort is stable. */
export function filterRuns(runs: readonly RunEntry[], state: TableState, unit: Unit): RunEntry[] {
  const terms = fold(state.search).split(/\s+/).filter(Boolean);
  const [min, max] = rangeOf(state.distance, unit);
  const found = runs.filter(
    (run) =>
      (state.inYear === undefined || run.day.startsWith(`${state.inYear}-`)) &&
      (state.gear === '' || run.gear === state.gear) &&
      run.metres >= min &&
      run.metres < max &&
      matchesSearch(run, terms),
  );
  return sortRuns(found, state.sort, state.ascending);
}

function matchesSearch(run: RunEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = fold(`${nameOf(run)} ${run.gear ?? ''} ${run.day}`);
  return words.every((word) => text.includes(word));
}

/** Without case and accents: `zurich` finds Zürich. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The meters of a distance class, which is in kilometers or miles. */
export function rangeOf(distance: DistanceClass | undefined, unit: Unit): [number, number] {
  const [min = '', max = ''] = distance?.split('-') ?? [];
  const scale = metresIn(unit);
  return [Number(min) * scale, max === '' ? Number.POSITIVE_INFINITY : Number(max) * scale];
}

const values: Record<Exclude<SortKey, 'name'>, (run: RunEntry) => number | undefined> = {
  day: ({ start }) => start,
  metres: ({ metres }) => metres,
  moving: ({ moving }) => moving,
  pace: ({ metres, moving }) => (metres > 0 && moving > 0 ? moving / metres : undefined),
  gain: ({ gain }) => gain,
  heart: ({ averageHeartRate }) => averageHeartRate,
};

/** Unknown values are at the end in both directions. */
function sortRuns(runs: RunEntry[], sort: SortKey, ascending: boolean): RunEntry[] {
  const sign = ascending ? 1 : -1;
  if (sort === 'name') {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return runs.sort((a, b) => sign * compare(nameOf(a), nameOf(b)));
  }
  const value = values[sort];
  return runs.sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return sign * (one - other);
  });
}
