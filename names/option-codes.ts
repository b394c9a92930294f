import { type GroupName, groupOptions, type SexChoice } from './filter.ts';
import type { Names } from './names.ts';
import { trends } from './trend.ts';

/** The position of each group's option in a name's code, as a number of bits from the right; each is a place in `groupOptions`. */
export const groupBits: Readonly<Record<GroupName, { shift: number; mask: number }>> = {
  syllables: { shift: 0, mask: 3 },
  letters: { shift: 2, mask: 7 },
  rank: { shift: 5, mask: 7 },
  trend: { shift: 8, mask: 3 },
  era: { shift: 10, mask: 15 },
};
/** Above them: girls among the children of the last twenty years, in half per cents. */
export const girlShareShift = 14;

export interface OptionCodes {
  /** One for each name. */
  ofName: Uint32Array;
  /** Each code that occurs, once, and how many names have it: a fifth of the work for a query over all names. */
  distinct: Uint32Array;
  frequency: Uint32Array;
}

const codes = new WeakMap<Names, Map<string, OptionCodes>>();

/**
 * Every filter value of a name but its letters, as one number a name. Rank and era are those of the sex of the filter, otherwise those
 * of the sex with more children, so there are three sets; each is made when it is first needed.
 */
export function optionCodes(names: Names, sex: SexChoice | ''): OptionCodes {
  const cached = codes.get(names) ?? new Map<string, OptionCodes>();
  codes.set(names, cached);
  const of = sex === 'both' ? '' : sex;
  let made = cached.get(of);
  if (!made) {
    made = withDistinct(makeCodes(names, of));
    cached.set(of, made);
  }
  return made;
}

function withDistinct(ofName: Uint32Array): OptionCodes {
  const found = new Map<number, number>();
  for (let name = 0; name < ofName.length; name++) {
    const code = ofName[name] as number;
    found.set(code, (found.get(code) ?? 0) + 1);
  }
  return { ofName, distinct: Uint32Array.from(found.keys()), frequency: Uint32Array.from(found.values()) };
}

function makeCodes(names: Names, sex: SexChoice | ''): Uint32Array {
  const { textStarts, text, syllables, girlShare, ranks, peaks, totals } = names;
  const made = new Uint32Array(names.spellings.length);
  const trendOptions = trends.map((trend) => groupOptions.trend.indexOf(trend));
  const firstEra = Number(groupOptions.era[0]);
  const lastEra = groupOptions.era.length - 1;
  for (let name = 0; name < made.length; name++) {
    const girls = 2 * name;
    let entry = (totals[girls] as number) >= (totals[girls + 1] as number) ? girls : girls + 1;
    if (sex === 'girls' && (totals[girls] as number) > 0) entry = girls;
    if (sex === 'boys' && (totals[girls + 1] as number) > 0) entry = girls + 1;
    const end = name + 1 < made.length ? (textStarts[name + 1] as number) : text.length;
    const length = end - (textStarts[name] as number) - 1;
    const era = Math.floor(((peaks[entry] as number) - firstEra) / 10);
    made[name] =
      (Math.min(syllables[name] as number, 4) - 1) |
      (Math.max(0, Math.min(length, 9) - 3) << groupBits.letters.shift) |
      (toRankOption(ranks[entry] as number) << groupBits.rank.shift) |
      ((trendOptions[names.trends[name] as number] as number) << groupBits.trend.shift) |
      (Math.max(0, Math.min(lastEra, era)) << groupBits.era.shift) |
      ((girlShare[name] as number) << girlShareShift);
  }
  return made;
}

/** 1 to 10, 11 to 100, 101 to 1,000, beyond, and not given in the last year. */
function toRankOption(rank: number): number {
  if (rank === 0) return 4;
  if (rank <= 10) return 0;
  if (rank <= 100) return 1;
  return rank <= 1000 ? 2 : 3;
}
