/** A tag of JSX. Its attributes are those that are plain values. */
export interface Tag {
  /** Empty for a fragment. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  attributes: Map<string, string>;
  /** The position after it. */
  end: number;
}

const NAME = /<(\/?)([a-zA-Z][\w.:-]*|)(?=[\s/>])/y;
const ATTRIBUTE = /\s+([a-zA-Z_:@][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))))?|\s*(?=(\{))/y;
const END = /\s*(\/?)>/y;
const NAMES: Record<string, string> = { className: 'class', htmlFor: 'for' };
const MAX_BRACES = 2000;

export function parseTag(text: string, start: number): Tag | undefined {
  NAME.lastIndex = start;
  const opening = NAME.exec(text);
  if (!opening) return undefined;
  const [, slash = '', name = ''] = opening;
  const attributes = new Map<string, string>();
  let at = NAME.lastIndex;
  for (;;) {
    END.lastIndex = at;
    const end = END.exec(text);
    if (end) {
      const kind = slash ? 'close' : end[1] ? 'empty' : 'open';
      return { name, kind, attributes, end: END.lastIndex };
    }
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (!match) return undefined;
    const [, key, double, single, brace, spread] = match;
    at = ATTRIBUTE.lastIndex;
    let value = double ?? single ?? (brace ? undefined : 'true');
    if (brace || spread) {
      const close = skipBraces(text, at);
      if (close === undefined) return undefined;
      value = toPlainValue(text.slice(at + 1, close - 1).trim());
      at = close;
    }
    if (key && value !== undefined) attributes.set(NAMES[key] ?? key, value);
  }
}

/** The value of an expression that is a text, a number or a flag. */
function toPlainValue(expression: string): string | undefined {
  const [, , text] = /^(['"`])([^'"`$\\]*)\1$/.exec(expression) ?? [];
  return text ?? (/^(?:\d+(?:\.\d+)?|true|false)$/.test(expression) ? expression : undefined);
}

/** The position after the braces that begin here; texts in them may hold braces too. Undefined: they have no end. */
export function skipBraces(text: string, start: number): number | undefined {
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_BRACES);
  for (let at = start; at < limit; at += 1) {
    const sign = text[at];
    if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (sign === '"' || sign === "'" || sign === '`') {
      const close = text.indexOf(sign, at + 1);
      const lineEnd = text.indexOf('\n', at);
      // An apostrophe in a sentence opens nothing.
      if (close > 0 && (sign === '`' || lineEnd < 0 || close < lineEnd)) at = close;
    }
  }
  return undefined;
}
