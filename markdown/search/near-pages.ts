import type { NearPage } from '../document.ts';
import { editDistance } from '../edit-distance.ts';
import type { NamedPage } from '../site-tree/site-view.ts';
import { fold } from './fold.ts';

const MAX_FOUND = 3;
/** Longer names and more words are not looked at: a visitor with wrong addresses decides on both. */
const MAX_NAME = 60;
const MAX_WORDS = 6;
/** Pages that are compared for one beginning, one end or one word of a name. */
const MAX_COMPARED = 120;
const MIN_WORD = 4;

/** Pages by their names, and by parts of them. */
interface NameIndex {
  names: Map<string, NamedPage[]>;
  starts: Map<string, NamedPage[]>;
  ends: Map<string, NamedPage[]>;
  words: Map<string, NamedPage[]>;
}

/** The list of an audience is the same until the content changes. */
const indexes = new WeakMap<readonly NamedPage[], NameIndex>();

/**
 * The pages whose name or title is close to a path without a page, the closest first. The work is bounded, however many pages there are:
 * a path is compared with those only that begin or end like it, or share a word with it.
 */
export function findNearPages(pages: readonly NamedPage[], path: string, prefix: string): NearPage[] {
  let index = indexes.get(pages);
  if (!index) {
    index = createIndex(pages);
    indexes.set(pages, index);
  }
  const [name = '', parent = ''] = path.slice(prefix.length).split('/').filter(Boolean).reverse();
  const isInLanguage = (page: NamedPage) => page.prefix === prefix;
  const found = rank(index, name).filter(isInLanguage);
  // A page that never was, below one that is.
  const near = found.length > 0 ? found : (index.names.get(toName(parent)) ?? []).filter(isInLanguage);
  return near.slice(0, MAX_FOUND).map(({ path, title }) => ({ path, title }));
}

function createIndex(pages: readonly NamedPage[]): NameIndex {
  const index: NameIndex = { names: new Map(), starts: new Map(), ends: new Map(), words: new Map() };
  for (const page of pages) {
    const { name, words } = namesOf(page);
    if (!page.listed || name === '') continue;
    add(index.names, name, page);
    add(index.starts, startOf(name), page);
    add(index.ends, endOf(name), page);
    for (const word of words) add(index.words, word, page);
  }
  return index;
}

/** A page that has not changed is the same object, so that most of a new index is known. */
const known = new WeakMap<NamedPage, { name: string; words: Set<string> }>();

function namesOf(page: NamedPage): { name: string; words: Set<string> } {
  let names = known.get(page);
  if (!names) {
    const name = toName(page.path.slice(page.path.lastIndexOf('/') + 1));
    names = { name, words: new Set(wordsOf(`${name} ${fold(page.title)}`)) };
    known.set(page, names);
  }
  return names;
}

function rank({ names, starts, ends, words }: NameIndex, asked: string): NamedPage[] {
  const name = toName(asked);
  const scores = new Map<NamedPage, number>();
  const rate = (page: NamedPage, score: number) =>
    scores.set(page, Math.min(score, scores.get(page) ?? Number.POSITIVE_INFINITY));
  for (const page of (names.get(name) ?? []).slice(0, MAX_COMPARED)) rate(page, 0);
  const most = name.length <= 4 ? 1 : name.length <= 8 ? 2 : 3;
  for (const similar of [starts.get(startOf(name)), ends.get(endOf(name))]) {
    for (const page of similar?.slice(0, MAX_COMPARED) ?? []) {
      const distance = editDistance(name, namesOf(page).name, most);
      if (distance <= most) rate(page, distance);
    }
  }
  const asks = wordsOf(name).slice(0, MAX_WORDS);
  const shared = new Map<NamedPage, number>();
  for (const word of asks) {
    const having = words.get(word) ?? [];
    // A word of very many pages tells nothing.
    if (having.length > MAX_COMPARED) continue;
    for (const page of having) shared.set(page, (shared.get(page) ?? 0) + 1);
  }
  // Half of the words, and after all that are misspelled only.
  for (const [page, count] of shared) if (count * 2 >= asks.length) rate(page, 10 - count);
  return [...scores]
    .sort(([one, a], [other, b]) => a - b || one.path.length - other.path.length)
    .map(([page]) => page);
}

/** The last part of an address, as it is compared. */
function toName(part: string): string {
  return fold(part.slice(0, MAX_NAME).replace(/\.(?:html?|php|aspx?|md)$/i, '')).replace(/[\s_]+/g, '-');
}

const startOf = (name: string) => name.slice(0, 2);
const endOf = (name: string) => name.slice(-2);

function wordsOf(text: string): string[] {
  return text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word.length >= MIN_WORD);
}

function add(map: Map<string, NamedPage[]>, key: string, page: NamedPage): void {
  const known = map.get(key);
  if (known) known.push(page);
  else map.set(key, [page]);
}
