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

export interface SqlToken {
  kind: 'keyword' | 'string' | 'number' | 'comment';
  from: number;
  to: number;
}

/** Comments, quoted texts and names, numbers and words. */
const piece = /--[^\n]*|\/\*|\$(?:[a-z_]\w*)?\$|'|"(?:[^"]|"")*"?|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_$]*/giu;

/** What has a color in SQL: enough to see where a string or a comment ends. */
export function findSqlTokens(text: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  const pattern = new RegExp(piece);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [found] = match;
    const from = match.index;
    const kind = kindOf(found);
    // A doubled quote ends a string and begins the next, which has the same color.
    if (found === '/*') pattern.lastIndex = endOfComment(text, from);
    else if (kind === 'string') pattern.lastIndex = endOf(text, found, from + found.length);
    if (kind) tokens.push({ kind, from, to: pattern.lastIndex });
  }
  return tokens;
}

function kindOf(found: string): SqlToken['kind'] | undefined {
  if (found.startsWith('--') || found === '/*') return 'comment';
  if (found === "'" || found.startsWith('$')) return 'string';
  if (/^\d/.test(found)) return 'number';
  return words.has(found.toLowerCase()) ? 'keyword' : undefined;
}

/** Behind what ends it, or the end of the text. */
function endOf(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

/** Comments nest. */
function endOfComment(text: string, from: number): number {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(from).matchAll(/\/\*|\*\//g)) {
    depth += sign === '/*' ? 1 : -1;
    if (depth === 0) return from + index + 2;
  }
  return text.length;
}
