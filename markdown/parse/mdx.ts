import { keepLines, mapOutsideCode } from './code-segments.ts';
import { findNamedComponent, toComponentName } from './component-names.ts';
import { removeModules } from './mdx-modules.ts';
import { parseTag, skipBraces, type Tag } from './mdx-tags.ts';

/**
 * An `.mdx` file as Markdown: without its imports, exports and expressions. A component of ours is a directive; of any other component
 * the content stays. Nothing is evaluated.
 */
export function mdxToMarkdown(source: string): string {
  return mapOutsideCode(removeModules(source).replace(TEXT_EXPRESSION, '$1'), replaceTags);
}

/** `{`text`}` is the text, not code. */
const TEXT_EXPRESSION = /\{`([^`$\n]*)`\}/g;

function replaceTags(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const replaced =
      code === 0x3c ? replaceTag(text, at) : code === 0x7b ? replaceExpression(text, at) : undefined;
    result += replaced ? keepLines(text.slice(at, replaced.end), replaced.text) : text[at];
    at = replaced?.end ?? at + 1;
  }
  return result;
}

interface Replaced {
  text: string;
  end: number;
}

function replaceTag(text: string, at: number): Replaced | undefined {
  const tag = parseTag(text, at);
  if (!tag) return undefined;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const after = /[^\n]*/.exec(text.slice(tag.end))?.[0] ?? '';
  const isAlone = before.trim() === '' && after.trim() === '';
  return { text: toMarkdown(tag, isAlone), end: tag.end };
}

function toMarkdown(tag: Tag, isAlone: boolean): string {
  const { name, kind, attributes } = tag;
  const written = [...attributes]
    .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
  if (/^[a-z]/.test(name))
    return kind === 'close' ? `</${name}>` : `<${name}${written}${kind === 'empty' ? '/' : ''}>`;
  const component = name === '' ? undefined : findNamedComponent(name);
  if (!component) return '';
  if (component.form === 'block' && isAlone) {
    if (kind === 'close') return ':::';
    return `${kind === 'empty' ? '::' : ':::'}${toComponentName(name)}{${written.trim()}}`;
  }
  if (kind === 'close') return `</${name}>`;
  return kind === 'empty' ? `<${name}${written}></${name}>` : `<${name}${written}>`;
}

/** `{'text'}` is the text. Ids of headings stay. Any other expression is left out. */
function replaceExpression(text: string, at: number): Replaced | undefined {
  if (/^\{[#.]/.test(text.slice(at, at + 2)) || text[at - 1] === '\\') return undefined;
  const end = skipBraces(text, at);
  if (end === undefined) return undefined;
  const [, , words = ''] = /^\{\s*(['"`])([^'"`$]*)\1\s*\}$/.exec(text.slice(at, end)) ?? [];
  return { text: words, end };
}
