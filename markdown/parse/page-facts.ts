import type { MarkdownIt, StateInline } from 'markdown-it';

/** The scalar fields of a page's frontmatter, by name; of a group as `group.name`. */
export type PageFacts = () => ReadonlyMap<string, string>;

const FACT = /\{\{\s*\$(?:doc|page|frontmatter|\w+)\.([\w.-]+)\s*\}\}/y;
/** Which page is being parsed, by the environment that the parser passes along. */
const factsOf = new WeakMap<object, PageFacts>();

export function setFacts(env: object, facts: PageFacts): void {
  factsOf.set(env, facts);
}

/** `{{ $doc.title }}` is the page's title. Any other expression stays as it is written: nothing is evaluated. */
export function pageFacts(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'page_fact', fact);
}

function fact(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x7b || state.src.charCodeAt(state.pos + 1) !== 0x7b) return false;
  FACT.lastIndex = state.pos;
  const match = FACT.exec(state.src);
  if (!match) return false;
  const env: object = state.env;
  if (!silent)
    state.push('text', '', 0).content =
      factsOf
        .get(env)?.()
        .get(match[1] ?? '') ?? '';
  state.pos += match[0].length;
  return true;
}

/** The scalars of a group of fields. */
export function toFacts(fields: object, before = ''): Map<string, string> {
  const facts = new Map<string, string>();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (['string', 'number', 'boolean'].includes(typeof value)) facts.set(before + name, String(value));
    else if (Array.isArray(value))
      facts.set(before + name, value.filter((item) => typeof item === 'string').join(', '));
    else if (typeof value === 'object' && value !== null && before === '')
      for (const [inner, text] of toFacts(value, `${name}.`)) facts.set(inner, text);
  }
  return facts;
}
