import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

/** The words that are worth a color and a completion; Postgres knows hundreds more. */
export const sqlKeywords = (
  'all alter analyze and any array as asc begin between by cascade case cast check column commit constraint create cross current_date ' +
  'current_timestamp database default delete desc distinct do drop else end enable except exists explain false fetch filter first for ' +
  'foreign from full function grant group having if ilike in index inner insert intersect into is join key language last lateral left ' +
  'like limit materialized not nulls null offset on or order outer over partition policy primary references replace returning returns ' +
  'revoke right role row rows schema security select sequence set table temporary then to trigger true truncate union unique update ' +
  'using values view when where window with'
).split(' ');

const words = new Set(sqlKeywords);

interface State {
  /** How many comments are open: they nest. */
  depth: number;
  /** What ends the quoted text that is open. */
  quote: string | undefined;
}

/** Colors for SQL: enough to see where a string or a comment ends. */
const language = StreamLanguage.define<State>({
  name: 'sql',
  startState: () => ({ depth: 0, quote: undefined }),
  token(stream, state) {
    if (state.depth > 0) return readComment(stream, state);
    if (state.quote !== undefined) return readQuoted(stream, state, state.quote);
    if (stream.eatSpace()) return null;
    if (stream.match('--')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('/*')) {
      state.depth = 1;
      return readComment(stream, state);
    }
    const tag = stream.match(/^\$(?:[a-z_]\w*)?\$/i);
    if (tag && tag !== true) return readQuoted(stream, state, tag[0]);
    if (stream.eat("'")) return readQuoted(stream, state, "'");
    if (stream.match(/^"(?:[^"]|"")*"?/)) return 'variableName';
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_$]*/u))
      return words.has(stream.current().toLowerCase()) ? 'keyword' : null;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '--', block: { open: '/*', close: '*/' } } },
});

function readComment(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match('/*')) state.depth += 1;
    else if (stream.match('*/')) state.depth -= 1;
    else stream.next();
    if (state.depth === 0) break;
  }
  return 'comment';
}

/** A doubled quote ends a string and begins the next, which has the same color. */
function readQuoted(stream: StringStream, state: State, quote: string): string {
  state.quote = quote;
  while (!stream.eol()) {
    if (stream.match(quote)) {
      state.quote = undefined;
      break;
    }
    stream.next();
  }
  return 'string';
}

const highlightStyle = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--color-lamp)' },
  { tag: tags.string, color: 'var(--color-moss)' },
  { tag: tags.number, color: 'var(--color-ember)' },
  { tag: tags.comment, color: 'var(--color-faint)', fontStyle: 'italic' },
]);

export const sql: Extension = [language, syntaxHighlighting(highlightStyle)];
