import { countMatches, createRejectMask, type OptionCounts } from './count-matches.ts';
import { type NameFilter, pageSize } from './filter.ts';
import { findName, findRange } from './find-name.ts';
import { matchText } from './match-text.ts';
import { type NameRow, toRow } from './name-row.ts';
import type { Names } from './names.ts';
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
  const found = collectNames(orderFound(names, filter), matches, skip, Math.min(pageSize, total - skip));
  return { total, page, pageCount, rows: found.map((name) => toRow(names, name, filter.sex)), counts };
}

/** The numbers of the names that a filter finds, in its order and from its first page on, at most `maxCount`. */
export function findNames(names: Names, filter: NameFilter, maxCount: number): number[] {
  const codes = optionCodes(names, filter.sex);
  const rejectMask = createRejectMask(filter);
  const passes = (name: number) => rejectMask(codes.ofName[name] as number) === 0;
  const matches = createMatchTest(names, matchText(names, filter), passes);
  return collectNames(orderFound(names, filter), matches, 0, maxCount);
}

/** Who types `ann` means Ann first, then Anna, then Hannah. */
function orderFound(names: Names, { part, sort, sex }: NameFilter): Uint32Array {
  const order = orderNames(names, sort, sex);
  if (part === '' || sort === 'name') return order;
  const { from, to } = findRange(names, part);
  const itself = findName(names, part);
  const begins = (name: number) => name >= from && name < to;
  const ordered = new Uint32Array(order.length);
  let place = 0;
  if (itself >= 0) ordered[place++] = itself;
  for (const name of order) if (begins(name) && name !== itself) ordered[place++] = name;
  for (const name of order) if (!begins(name)) ordered[place++] = name;
  return ordered;
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
