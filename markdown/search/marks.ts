import { fold } from './fold.ts';
import type { Term } from './parse-query.ts';
import { plainWord, toTokens } from './tokens.ts';

/** Text in pieces, of which every second one (with the index 1, 3, …) is what was searched for. */
export type MarkedText = string[];

/** Finds the words of a question in a text as people read it. */
export interface Marker {
  /** How many words the question has. */
  readonly terms: number;
  /** Where the words are, in the order of the text. */
  find(text: string): Mark[];
  /** The same for a long text, where it need not be complete. */
  locate(text: string): Mark[];
  mark(text: string): MarkedText;
}

export interface Mark {
  start: number;
  end: number;
  /** The index of the word in the question. */
  term: number;
}

/** So many places are enough to choose from. */
const maxLocated = 200;
const runs = /[\p{L}\p{N}\p{M}_]+/gu;

export function createMarker(terms: readonly Term[]): Marker {
  const words = new Map<string, number>();
  const signs: { text: string; term: number }[] = [];
  let prefix: { text: string; term: number } | undefined;
  for (const [term, { tokens, exact }] of terms.entries()) {
    for (const token of tokens) {
      if (token.kind === 'signs') signs.push({ text: token.signs.join(''), term });
      else for (const word of [token.word, ...(token.parts ?? [])]) words.set(word, term);
    }
    const [token] = tokens;
    if (term === terms.length - 1 && !exact && tokens.length === 1 && token?.kind === 'word')
      prefix = { text: token.word, term };
  }

  function termOf(word: string): number | undefined {
    return words.get(word) ?? (prefix && word.startsWith(prefix.text) ? prefix.term : undefined);
  }

  /** An identifier is marked as a whole, also for a part of it. */
  function findInRun(run: string): number | undefined {
    if (plainWord.test(run)) return termOf(run.toLowerCase());
    for (const token of toTokens(run)) {
      if (token.kind === 'signs') continue;
      for (const word of [token.word, ...(token.parts ?? [])]) {
        const term = termOf(word);
        if (term !== undefined) return term;
      }
    }
    return undefined;
  }

  function find(text: string): Mark[] {
    const found: Mark[] = [];
    for (const { 0: run, index } of text.matchAll(runs)) {
      const term = findInRun(run);
      if (term !== undefined) {
        found.push({ start: index, end: index + run.length, term });
        continue;
      }
      for (const sign of signs) {
        // Where folding changes the length of a run, the whole run is marked.
        const folded = fold(run);
        const at = folded.indexOf(sign.text);
        if (at < 0) continue;
        const isWhole = folded.length !== run.length;
        const start = index + (isWhole ? 0 : at);
        found.push({ start, end: isWhole ? index + run.length : start + sign.text.length, term: sign.term });
        break;
      }
    }
    return found;
  }

  /** Splitting a long text into words takes many times as long as this expression, which finds words without accents. */
  function locate(text: string): Mark[] {
    if (words.size === 0) return find(text);
    const found: Mark[] = [];
    const alternatives = [...words.keys()].sort((a, b) => b.length - a.length);
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})`, 'giu');
    for (const { 0: word, index } of text.matchAll(pattern)) {
      found.push({ start: index, end: index + word.length, term: words.get(fold(word)) ?? 0 });
      if (found.length === maxLocated) break;
    }
    return found.length > 0 ? found : find(text);
  }

  return {
    terms: terms.length,
    find,
    locate,
    mark(text) {
      const pieces: MarkedText = [];
      let end = 0;
      for (const { start, end: next } of joinNeighbours(find(text), text)) {
        pieces.push(text.slice(end, start), text.slice(start, next));
        end = next;
      }
      if (end < text.length || pieces.length === 0) pieces.push(text.slice(end));
      return pieces;
    },
  };
}

/** Words with one sign between them are one mark: `sign-in`. */
function joinNeighbours(matches: Mark[], text: string): Mark[] {
  const joined: Mark[] = [];
  for (const mark of matches) {
    const last = joined.at(-1);
    if (last && mark.start - last.end === 1 && /[\s\p{Pd}]/u.test(text[last.end] ?? '')) last.end = mark.end;
    else joined.push({ ...mark });
  }
  return joined;
}
