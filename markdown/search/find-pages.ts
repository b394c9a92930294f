/** Answers a question from the index: which pages match, in which order, and what else may have been meant. */
import type { NamedPage } from '../site-tree/site-view.ts';
import { toTagSlug } from '../site-tree/tags.ts';
import { readCpuClock } from './cpu-clock.ts';
import type { IndexReader } from './index-reader.ts';
import { type MatchOptions, toMatchExpression, toTermExpression } from './match-expression.ts';
import type { SearchQuery, Term } from './parse-query.ts';
import type { VisibleRows } from './visible-rows.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface FoundPages {
  /** The best matches, in order: as many as were asked for. */
  ids: number[];
  total: number;
  /** The words that were searched for, corrected where they were. */
  terms: Term[];
  /** The question with its corrections. */
  corrected?: string;
  /** No page has all words: these have some of them. */
  some?: true;
  /** The time was over before every match was looked at. */
  partial?: true;
}

export interface FindOptions {
  reader: IndexReader;
  rows: VisibleRows;
  vocabulary: Vocabulary;
  count: number;
  /** By the clock of cpu-clock.ts. */
  deadline: number;
}

type Ranked = Pick<FoundPages, 'ids' | 'total'>;

const manyPages = 50;
/** Of the words that may have been meant. */
const maxCandidates = 8;
/** Commoner than this is not counted. */
const maxCounted = 100;

export function findPages(query: SearchQuery, options: FindOptions): FoundPages {
  const { reader, rows, vocabulary, count, deadline } = options;
  const passesFilters = createFilter(query);
  let isLate = false;
  let seen = 0;

  /** Reading the clock for each match would take longer than the match. */
  function isOverTime(): boolean {
    seen += 1;
    if (!isLate && (seen & 31) === 0) isLate = readCpuClock() > deadline;
    return isLate;
  }

  /** The last word is completed, unless many pages have it as it is: completing a common word takes three times as long and finds no better page. */
  function run(terms: Term[], combine: 'AND' | 'OR'): Ranked {
    const found = rank(terms, { combine, complete: false });
    return found.total >= manyPages || !mayComplete(terms) ? found : rank(terms, { combine, complete: true });
  }

  function rank(terms: Term[], how: MatchOptions): Ranked {
    const expression = toMatchExpression({ terms, excluded: query.excluded }, how);
    if (expression === undefined) return listFiltered();
    let total = 0;
    const ids = reader.rank(
      expression,
      (id) => {
        if (isOverTime()) return false;
        const page = rows[id];
        if (!page || !passesFilters(page)) return false;
        total += 1;
        return true;
      },
      count,
    );
    return { ids, total };
  }

  /** A question of filters alone: the newest pages first. */
  function listFiltered(): Ranked {
    if (query.tags.length === 0 && query.folders.length === 0) return { ids: [], total: 0 };
    const unwanted = new Set<number>();
    for (const term of query.excluded)
      reader.scan(toTermExpression(term, false), (id) => {
        unwanted.add(id);
        return false;
      });
    const found = rows.flatMap((page, id) =>
      page && passesFilters(page) && !unwanted.has(id) ? [{ id, date: page.date ?? '' }] : [],
    );
    found.sort((a, b) => b.date.localeCompare(a.date));
    return { ids: found.slice(0, count).map(({ id }) => id), total: found.length };
  }

  /** In how many visible pages it is, up to a limit. */
  function countPages(term: Term, isLast: boolean, limit: number): number {
    let pages = 0;
    reader.scan(toTermExpression(term, isLast), (id) => {
      if (rows[id]) pages += 1;
      return pages >= limit || isOverTime();
    });
    return pages;
  }

  function correct(term: Term, isLast: boolean): Term {
    const [token] = term.tokens;
    if (term.exact || term.tokens.length > 1 || token?.kind !== 'word') return term;
    if (countPages(term, isLast, 1) > 0) return term;
    vocabulary.load(reader, deadline);
    let best: { term: Term; distance: number; pages: number } | undefined;
    for (const { word, distance } of vocabulary.near(token.word).slice(0, maxCandidates * 3)) {
      // The nearest ones are compared by how common they are.
      if (best && distance > best.distance) break;
      const candidate: Term = { tokens: [{ kind: 'word', word }], exact: false, text: word };
      const pages = countPages(candidate, false, maxCounted);
      if (pages > 0 && (!best || pages > best.pages)) best = { term: candidate, distance, pages };
    }
    return best?.term ?? term;
  }

  function findCorrected(): Pick<FoundPages, 'ids' | 'total' | 'terms' | 'corrected'> {
    const { terms } = query;
    const found = run(terms, 'AND');
    if (found.total > 0 || terms.length === 0) return { ...found, terms };
    const corrected = terms.map((term, index) => correct(term, index === terms.length - 1));
    if (corrected.every((term, index) => term === terms[index])) return { ...found, terms };
    return { ...run(corrected, 'AND'), terms: corrected, corrected: toText(query, corrected) };
  }

  let found: FoundPages = findCorrected();
  if (found.total === 0 && found.terms.length > 1 && !isLate) {
    const some = run(found.terms, 'OR');
    if (some.total > 0) found = { ...found, ...some, some: true };
  }
  if (found.total === 0) found = { ids: [], total: 0, terms: query.terms };
  return isLate ? { ...found, partial: true } : found;
}

/** A single word outside quotation marks. */
function mayComplete(terms: readonly Term[]): boolean {
  const last = terms.at(-1);
  return last?.tokens.length === 1 && !last.exact && last.tokens[0]?.kind === 'word';
}

function toText({ text, terms }: SearchQuery, corrected: Term[]): string {
  let changed = text;
  for (const [index, term] of terms.entries()) {
    const other = corrected[index];
    if (other && other !== term) changed = changed.replace(term.text, () => other.text);
  }
  return changed;
}

function createFilter({ tags, folders }: SearchQuery): (page: NamedPage) => boolean {
  if (tags.length === 0 && folders.length === 0) return () => true;
  const wanted = tags.map(toTagSlug);
  const paths = folders.map((folder) => decode(folder).replace(/\/+$/, ''));
  return (page) => {
    const path = decode(page.path);
    return (
      wanted.every((tag) => page.metadata.tags.some((own) => toTagSlug(own) === tag)) &&
      paths.every((folder) => path === folder || path.startsWith(`${folder}/`))
    );
  };
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
