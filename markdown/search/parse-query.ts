import { type Token, toTokens } from './tokens.ts';

/** What a visitor searches for. */
export interface SearchQuery {
  /** As it was typed, in the normal form of Unicode and with single spaces. */
  text: string;
  /** All of them must be there; the last one may be the beginning of a word. */
  terms: Term[];
  excluded: Term[];
  tags: string[];
  /** Folders that a page has to be in. */
  folders: string[];
}

export interface Term {
  tokens: Token[];
  /** In quotation marks: found as it is, never completed or corrected. */
  exact: boolean;
  /** As it was typed. */
  text: string;
}

/** What is wrong with a question: there is none, or it has too many characters or words. */
export interface QueryFault {
  fault: 'empty' | 'characters' | 'words';
  /** How many it can have. */
  most: number;
}

const maxLength = 200;
const maxWords = 8;

/** `tag:"two words"`, `-word`, `"a phrase"` or a word. A quotation mark that is not closed reaches to the end. */
const pieces = /(-?)(?:(tag|in):)?(?:"([^"]*)"?|([^\s"]+))/giu;

/** Parses a question. No sign in it can be a fault: what is not a word only separates words. */
export function parseQuery(input: string): SearchQuery | QueryFault {
  // Control characters, NUL among them, separate words.
  const text = input
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (text === '') return { fault: 'empty', most: maxLength };
  if (text.length > maxLength) return { fault: 'characters', most: maxLength };
  const query: SearchQuery = { text, terms: [], excluded: [], tags: [], folders: [] };
  let words = 0;
  for (const [, minus, field, quoted, plain] of text.matchAll(pieces)) {
    const piece = quoted ?? plain ?? '';
    if (field?.toLowerCase() === 'tag' && piece !== '') query.tags.push(piece);
    else if (field?.toLowerCase() === 'in' && piece.startsWith('/')) query.folders.push(piece);
    else {
      // `in:` before something that is no path is a word like any other.
      const tokens = toTokens(`${field ?? ''} ${piece}`);
      if (tokens.length === 0) continue;
      words += tokens.length;
      const term = { tokens, exact: quoted !== undefined, text: piece };
      if (minus) query.excluded.push(term);
      else query.terms.push(term);
    }
  }
  return words > maxWords ? { fault: 'words', most: maxWords } : query;
}
