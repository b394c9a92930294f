/** The text after a directive's name: `[label]{key=value .class #id flag}`. */
export interface DirectiveDetails {
  label?: string;
  attributes: Map<string, string>;
}

/** A class may be one of Tailwind, with any signs in brackets: `.bg-[#e74]`. */
const CLASS = /\.((?:\[[^\]\s]*\]|\([^)\s]*\)|[^\s.#{}="'[\]()])+)/.source;
const VALUE = /(?:"([^"\n]*)"|'((?:\\.|[^'\n\\])*)'|([^\s"'{}[\]]+))/.source;
const ATTRIBUTE = new RegExp(
  `\\s*(?:${CLASS}|#+([\\w-]+)|(:?[a-zA-Z][\\w-]*(?::[\\w-]+)*)(?:=${VALUE})?)(?=[\\s}.#])`,
  'y',
);

/** Parses `{…}` that begins at `start`. Undefined: it is something else, and stays text. */
export function parseAttributes(
  source: string,
  start: number,
): { attributes: Map<string, string>; end: number } | undefined {
  if (source[start] !== '{') return undefined;
  const attributes = new Map<string, string>();
  let at = start + 1;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source);
    if (!match) break;
    const [whole, className, id, key, double, single, bare] = match;
    if (className !== undefined)
      attributes.set('class', `${attributes.get('class') ?? ''} ${className}`.trim());
    else if (id !== undefined) attributes.set('id', id);
    else if (key !== undefined) attributes.set(key, double ?? withoutEscapes(single) ?? bare ?? 'true');
    at += whole.length;
  }
  while (source[at] === ' ') at += 1;
  return source[at] === '}' ? { attributes, end: at + 1 } : undefined;
}

/** Parses what follows the name on a directive's own line. Undefined when the line holds anything else. */
export function parseDetails(rest: string): DirectiveDetails | undefined {
  let at = 0;
  let label: string | undefined;
  if (rest[0] === '[') {
    const end = rest.lastIndexOf(']');
    if (end < 0) return undefined;
    // A `]` inside the attributes belongs to them.
    const close = rest.indexOf(']{') > 0 ? rest.indexOf(']{') : end;
    label = rest.slice(1, close).trim();
    at = close + 1;
  }
  const parsed = parseAttributes(rest, at);
  if (rest.slice(parsed?.end ?? at).trim() !== '') return undefined;
  return { ...(label && { label }), attributes: parsed?.attributes ?? new Map() };
}

/** A backslash before a quote, in single quotes. */
function withoutEscapes(value: string | undefined): string | undefined {
  return value?.replace(/\\(["'\\])/g, '$1');
}
