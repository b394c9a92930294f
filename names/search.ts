import { countMatches, createRefuse, type OptionCounts } from './count-matches.ts';
import type { NameFilter } from './filter.ts';
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

export const pageSize = 24;

/** Answers the explorer. */
export function searchNames(names: Names, filter: NameFilter): SearchResult {
  const codes = optionCodes(names, filter.sex);
  const refuse = createRefuse(filter);
  const candidates = matchText(names, filter);
  const { total, counts } = candidates
    ? countMatches(
        filter,
        refuse,
        candidates.map((name) => codes.ofName[name] as number),
      )
    : countMatches(filter, refuse, codes.distinct, codes.frequency);
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(filter.page, pageCount);
  const matches = createMatchTest(names, candidates, (name) => refuse(codes.ofName[name] as number) === 0);
  const found = takePage(orderNames(names, filter.sort, filter.sex), matches, page, total);
  return { total, page, pageCount, rows: found.map((name) => toRow(names, name, filter.sex)), counts };
}

type MatchTest = (name: number) => boolean;

function createMatchTest(names: Names, candidates: Uint32Array | undefined, passes: MatchTest): MatchTest {
  if (!candidates) return passes;
  const marks = new Uint8Array(names.spellings.length);
  for (const name of candidates) marks[name] = 1;
  return (name) => marks[name] === 1 && passes(name);
}

function takePage(order: Uint32Array, matches: MatchTest, page: number, total: number): number[] {
  const found: number[] = [];
  let skip = (page - 1) * pageSize;
  const wanted = Math.min(pageSize, total - skip);
  for (let place = 0; place < order.length && found.length < wanted; place++) {
    const name = order[place] as number;
    if (matches(name) && skip-- <= 0) found.push(name);
  }
  return found;
}
