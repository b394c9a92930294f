/** A statement about extensions, in any spelling that Postgres accepts. */
export type ExtensionStatement =
  | { verb: 'create'; name: string; schema?: string; version?: string }
  | { verb: 'drop'; names: string[]; isCascade: boolean }
  /** COMMENT ON EXTENSION and ALTER EXTENSION. The schema is that of SET SCHEMA. */
  | { verb: 'change'; name: string; schema?: string };

/** `body` is a statement without comments before it. Undefined when it is about something else. */
export function parseExtensionStatement(body: string): ExtensionStatement | undefined {
  // Most statements end here, without being split into words.
  if (!/^(?:create|drop|alter|comment)\b/i.test(body) || !/\bextension\b/i.test(body.slice(0, 200)))
    return undefined;
  const words = readWords(body);
  /** Skips the given keywords if they are next. */
  const skip = (...keywords: string[]) => {
    const isNext = keywords.every((keyword, index) => isKeyword(words[index], keyword));
    if (isNext) words.splice(0, keywords.length);
    return isNext;
  };
  if (skip('create', 'extension')) {
    skip('if', 'not', 'exists');
    const name = words.shift()?.text ?? '';
    const schema = findAfter(words, 'schema');
    const version = findAfter(words, 'version');
    return { verb: 'create', name, ...(schema && { schema }), ...(version && { version }) };
  }
  if (skip('drop', 'extension')) {
    skip('if', 'exists');
    const names = words.filter((word) => !isKeyword(word, 'cascade') && !isKeyword(word, 'restrict'));
    const isCascade = words.some((word) => isKeyword(word, 'cascade'));
    return { verb: 'drop', names: names.map(({ text }) => text), isCascade };
  }
  if (skip('alter', 'extension') || skip('comment', 'on', 'extension')) {
    const name = words.shift()?.text ?? '';
    const schema = skip('set') ? findAfter(words, 'schema') : undefined;
    return { verb: 'change', name, ...(schema && { schema }) };
  }
  return undefined;
}

interface Word {
  text: string;
  isQuoted: boolean;
}

const isKeyword = (word: Word | undefined, keyword: string) => word?.text === keyword && !word.isQuoted;

function findAfter(words: Word[], keyword: string): string | undefined {
  return words[words.findIndex((word) => isKeyword(word, keyword)) + 1 || words.length]?.text;
}

/** Names, keywords and strings; names without quotes are in lower case. Comments and commas are left out. */
function readWords(text: string): Word[] {
  const pattern = /--[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([\w$.\u0080-\uffff]+)/g;
  const words: Word[] = [];
  for (const [, name, string, plain] of text.matchAll(pattern)) {
    if (name !== undefined) words.push({ text: name.replaceAll('""', '"'), isQuoted: true });
    else if (string !== undefined) words.push({ text: string.replaceAll("''", "'"), isQuoted: true });
    else if (plain !== undefined) words.push({ text: plain.toLowerCase(), isQuoted: false });
  }
  return words;
}
