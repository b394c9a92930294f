import { type GroupName, groupNames, groupOptions, type NameFilter, type SexChoice } from './filter.ts';
import { girlShareShift, groupBits } from './option-codes.ts';

/** How many names would match with each option, all other filters unchanged. */
export type OptionCounts = Record<GroupName, number[]> & { sex: Record<SexChoice, number> };

/** One bit for each group that rejects a name; the sex is one more group. */
const sexBit = 1 << groupNames.length;
const shifts = groupNames.map((group) => groupBits[group].shift);
const masks = groupNames.map((group) => groupBits[group].mask);

/** The groups that reject a name with this code, as bits: 0 if the name matches. */
export type RejectMask = (code: number) => number;

export function createRejectMask(filter: NameFilter): RejectMask {
  const wanted = groupNames.map((group) => toWanted(group, filter[group]));
  const { sex } = filter;
  const tests = createSexTests(filter.ratio);
  return (code) => {
    let rejected = sex === '' || tests[sex](code >>> girlShareShift) ? 0 : sexBit;
    for (let group = 0; group < shifts.length; group++) {
      const option = (code >>> (shifts[group] as number)) & (masks[group] as number);
      if ((((wanted[group] as number) >>> option) & 1) === 0) rejected |= 1 << group;
    }
    return rejected;
  };
}

/** One bit for each accepted option. */
function toWanted(group: GroupName, chosen: string[]): number {
  if (chosen.length === 0) return 0xffff;
  return chosen.reduce((bits, option) => bits | (1 << groupOptions[group].indexOf(option)), 0);
}

/**
 * Counts the names of these codes, each as often as `frequency` says. A name that no group rejects matches; one that a single group rejects is counted under
 * that group's options, because choosing its option would accept it.
 */
export function countMatches(
  filter: NameFilter,
  rejectMask: RejectMask,
  codes: Uint32Array,
  frequency?: Uint32Array,
): { total: number; counts: OptionCounts } {
  const tallies = groupNames.map((group) => new Uint32Array(groupBits[group].mask + 1));
  const tests = createSexTests(filter.ratio);
  const sex = { girls: 0, boys: 0, both: 0 };
  let total = 0;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number;
    const rejected = rejectMask(code);
    if ((rejected & (rejected - 1)) !== 0) continue;
    const weight = frequency ? (frequency[at] as number) : 1;
    for (let group = 0; group < shifts.length; group++) {
      if (rejected !== 0 && rejected !== 1 << group) continue;
      const tally = tallies[group] as Uint32Array;
      const option = (code >>> (shifts[group] as number)) & (masks[group] as number);
      tally[option] = (tally[option] as number) + weight;
    }
    if (rejected === 0 || rejected === sexBit) {
      const girls = code >>> girlShareShift;
      if (tests.girls(girls)) sex.girls += weight;
      if (tests.boys(girls)) sex.boys += weight;
      if (tests.both(girls)) sex.both += weight;
    }
    if (rejected === 0) total += weight;
  }
  return { total, counts: { ...toCounts(tallies), sex } };
}

function toCounts(tallies: Uint32Array[]): Record<GroupName, number[]> {
  const entries = groupNames.map((group, index) => [
    group,
    [...(tallies[index] ?? [])].slice(0, groupOptions[group].length),
  ]);
  return Object.fromEntries(entries) as Record<GroupName, number[]>;
}

/** Given how many half per cents of the children are girls. */
function createSexTests(ratio: number): Record<SexChoice, (girls: number) => boolean> {
  return {
    girls: (girls) => girls >= 100,
    boys: (girls) => girls <= 100,
    both: (girls) => girls >= 2 * ratio && girls <= 200 - 2 * ratio,
  };
}
