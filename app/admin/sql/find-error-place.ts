/** Characters of a text, from 0. */
export interface Place {
  from: number;
  to: number;
}

/**
 * Where an error is. Postgres does not tell a function the position in a statement that it runs, so this looks for the word that the message
 * names. Undefined if it is not there, or if a syntax error could be at several of them.
 */
export function findErrorPlace(sql: string, message: string): Place | undefined {
  const text = blankOut(sql);
  if (/ at end of input$/.test(message)) {
    const end = text.trimEnd().length;
    return end > 0 ? { from: end - 1, to: end } : undefined;
  }
  const near = / at or near "([\s\S]+)"$/.exec(message)?.[1];
  const named = near ?? /"([^"]+)"/.exec(message)?.[1] ?? /^(?:column|function) ([^\s(]+)/.exec(message)?.[1];
  if (named === undefined) return undefined;
  // What begins with a quote is blank in the text.
  const [first, second] = findWords(/^['"$]/.test(named) ? sql : text, named);
  return near !== undefined && second ? undefined : first;
}

function findWords(text: string, word: string): Place[] {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isWord = (character: string | undefined) => character !== undefined && /[\w$]/.test(character);
  const before = isWord(word[0]) ? '(?<![\\w$])' : '';
  const after = isWord(word.at(-1)) ? '(?![\\w$])' : '';
  return [...text.matchAll(new RegExp(`${before}${escaped}${after}`, 'gi'))].map(({ index }) => ({
    from: index,
    to: index + word.length,
  }));
}

/** The text with spaces for comments and strings, so that places stay the same. */
function blankOut(sql: string): string {
  return sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (found) =>
    found.replaceAll(/[^\n]/g, ' '),
  );
}
