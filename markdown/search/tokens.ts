/**
 * How text becomes the words of the index. Text and questions are split by the same rules, and SQLite's own tokenizer only separates
 * the result at its spaces.
 */
import { fold } from './fold.ts';

/** A run of letters and digits with what may be inside an identifier. */
const runs = /[\p{L}\p{N}\p{M}_]+/gu;
/** Scripts that put no spaces between words; Korean has spaces, and words grow at both ends. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
/** `searchParams` is search and Params, `HTMLElement` is HTML and Element. */
const caseBorder = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Most words: nothing in them has to be split or folded but a capital. */
export const plainWord = /^[A-Z]?[a-z0-9]*$/;

/** One word of a text, in every form by which it can be found. */
export type Token =
  | { kind: 'word'; word: string; parts?: string[] }
  /** A run of signs without spaces, found by pairs of signs. */
  | { kind: 'signs'; signs: string[] };

export function toTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const [run] of text.matchAll(runs)) {
    if (plainWord.test(run)) {
      tokens.push({ kind: 'word', word: run.toLowerCase() });
      continue;
    }
    let end = 0;
    for (const match of run.matchAll(unspaced)) {
      addWord(run.slice(end, match.index), tokens);
      tokens.push({ kind: 'signs', signs: [...fold(match[0])] });
      end = match.index + match[0].length;
    }
    addWord(end === 0 ? run : run.slice(end), tokens);
  }
  return tokens;
}

function addWord(run: string, tokens: Token[]): void {
  const pieces = run.split('_').filter(Boolean);
  if (pieces.length === 0) return;
  const parts = pieces.flatMap((piece) => piece.split(caseBorder));
  const word = fold(pieces.join(''));
  tokens.push(parts.length > 1 ? { kind: 'word', word, parts: parts.map(fold) } : { kind: 'word', word });
}

/** The words of a text as they are written to the index: identifiers whole and in parts, signs as overlapping pairs, the last one alone. */
export function toIndexText(tokens: readonly Token[]): string {
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'signs') words.push(...toPairs(token.signs), token.signs.at(-1) ?? '');
    else words.push(token.word, ...(token.parts ?? []));
  }
  return words.join(' ');
}

export function toPairs(signs: readonly string[]): string[] {
  return signs.slice(1).map((sign, index) => (signs[index] ?? '') + sign);
}
