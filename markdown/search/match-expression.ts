/** Questions in the query language of SQLite's FTS5. Every word is in quotation marks, so that none of them is an operator. */
import type { SearchQuery, Term } from './parse-query.ts';
import { type Token, toPairs } from './tokens.ts';

/** One letter begins thousands of words: it is completed in titles, headings and tags only. */
const shortColumns = '{title headings tags}';

export interface MatchOptions {
  combine: 'AND' | 'OR';
  /** The last word may be the beginning of a word: the visitor is still typing it. */
  complete: boolean;
}

/** Undefined: the question has nothing but filters, or nothing at all. */
export function toMatchExpression(
  { terms, excluded }: Pick<SearchQuery, 'terms' | 'excluded'>,
  { combine, complete }: MatchOptions,
): string | undefined {
  if (terms.length === 0) return undefined;
  const wanted = terms.map((term, index) => toTermExpression(term, complete && index === terms.length - 1));
  const all = `(${wanted.join(` ${combine} `)})`;
  if (excluded.length === 0) return all;
  return `${all} NOT (${excluded.map((term) => toTermExpression(term, false)).join(' OR ')})`;
}

export function toTermExpression({ tokens, exact }: Term, complete: boolean): string {
  const phrase = toPhrase(tokens);
  const [token] = tokens;
  if (tokens.length > 1 || !token || token.kind === 'signs' || exact) return phrase;
  const isShort = complete && [...token.word].length === 1;
  const whole = isShort
    ? `(${phrase} OR ${shortColumns} : ${phrase} *)`
    : `${quote([token.word])}${complete ? ' *' : ''}`;
  return token.parts ? `(${whole} OR ${quote(token.parts)}${complete ? ' *' : ''})` : whole;
}

/** The tokens one after the other, as they stand in the index. */
function toPhrase(tokens: readonly Token[]): string {
  const words = tokens.flatMap((token, index) => {
    if (token.kind === 'word') return tokens.length > 1 ? [token.word, ...(token.parts ?? [])] : [token.word];
    const pairs = toPairs(token.signs);
    // The last sign of a run is in the index by itself, where another word follows it.
    return index < tokens.length - 1 ? [...pairs, token.signs.at(-1) ?? ''] : pairs;
  });
  const last = tokens.at(-1);
  // A single sign is the beginning of a pair.
  if (last?.kind === 'signs' && last.signs.length === 1) return `${quote([...words, last.signs[0] ?? ''])} *`;
  return quote(words);
}

function quote(words: readonly string[]): string {
  return `"${words.join(' ').replaceAll('"', '')}"`;
}
