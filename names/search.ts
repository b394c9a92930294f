import { countMatches, createRejectMask, type OptionCounts } from './count-matches.ts';
import { type NameFilter, pageSize } from './filter.ts';
import { matchText } from './match-text.ts';
import { type NameRow, toRow } from './name-row.ts';
import type { Names } from './open-names.ts';
import { optionCodes } from './option-codes.ts';
import { orderNames } from './order-names.ts';

export interface SearchResult {
  total: number;
  page: number;
  pageCount: number;
  rows: NameRow[];
  counts: OptionCounts;
}

/** Answers the explorer. */
export function searchNames(names: Names, filter: NameFilter): SearchResult {
  const codes = optionCodes(names, filter.sex);
  const rejectMask = createRejectMask(filter);
  const candidates = matchText(names, filter);
  const { total, counts } = candidates
    ? countMatches(
        filter,
        rejectMask,
        candidates.map((name) => codes.ofName[name] as number),
      )
    : countMatches(filter, rejectMask, codes.distinct, codes.frequency);
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(filter.page, pageCount);
  const matches = createMatchTest(
    names,
    candidates,
    (name) => rejectMask(codes.ofName[name] as number) === 0,
  );
  const skip = (page - 1) * pageSize;
  const found = collectNames(
    orderNames(names, filter.sort, filter.sex),
    matches,
    skip,
    Math.min(pageSize, total - skip),
  );
  return { total, page, pageCount, rows: found.map((name) => toRow(names, name, filter.sex)), counts };
}

/** The numbers of the names that a filter finds, in its order and from its first page on, at most `maxCount`. */
export function findNames(names: Names, filter: NameFilter, maxCount: number): number[] {
  const codes = optionCodes(names, filter.sex);
  const rejectMask = createRejectMask(filter);
  const passes = (name: number) => rejectMask(codes.ofName[name] as number) === 0;
  const matches = createMatchTest(names, matchText(names, filter), passes);
  return collectNames(orderNames(names, filter.sort, filter.sex), matches, 0, maxCount);
}

type MatchTest = (name: number) => boolean;

function createMatchTest(names: Names, candidates: Uint32Array | undefined, passes: MatchTest): MatchTest {
  if (!candidates) return passes;
  const marks = new Uint8Array(names.spellings.length);
  for (const name of candidates) marks[name] = 1;
  return (name) => marks[name] === 1 && passes(name);
}

function collectNames(order: Uint32Array, matches: MatchTest, skip: number, count: number): number[] {
  const found: number[] = [];
  let toSkip = skip;
  for (let place = 0; place < order.length && found.length < count; place++) {
    const name = order[place] as number;
    if (matches(name) && toSkip-- <= 0) found.push(name);
  }
  return found;
}
