import { components } from '../components.ts';
import { replaceMatches, splitCodeSpans, splitFences } from './code-segments.ts';
import { toComponentName } from './component-names.ts';

const SHORTCODE = /\{\{[<%]\s*(\/?)\s*([a-zA-Z][\w./-]*)((?:"[^"]*"|[^"{}])*?)\s*(\/?)\s*[>%]\}\}/g;
/** Shortcodes whose content is code. */
const CODE =
  /([ \t]*)\{\{[<%]\s*(highlight|code-toggle|code|codeblock|prettify)\b((?:"[^"]*"|[^"{}])*?)[>%]\}\}[ \t]*\n([\s\S]*?)\{\{[<%]\s*\/\s*\2\s*[>%]\}\}/g;
const CODE_START = /[ \t]*\{\{[<%]\s*(?:highlight|code-toggle|code|codeblock|prettify)\b/g;
const ESCAPED = /\{\{([<%])\/\*([\s\S]*?)\*\/([>%])\}\}/g;
const CALLOUT_TYPES = /^(?:note|tip|info|important|warning|caution|danger|success|error)$/;

/**
 * The shortcodes of Hugo: pictures, links, code and boxes become Markdown; of any other shortcode the content stays. Shortcodes in code
 * stay, and escaped ones are shown as the author meant them.
 */
export function replaceShortcodes(source: string): string {
  if (!source.includes('{{<') && !source.includes('{{%')) return source;
  return splitFences(replaceCode(source))
    .map(({ isCode, text }) => (isCode ? toLiteral(text) : replaceInText(text, source)))
    .join('');
}

/** Before anything else: what is in these shortcodes may look like the marks of fences. */
function replaceCode(source: string): string {
  const starts = new Set<number>();
  let at = 0;
  for (const { isCode, text } of splitFences(source)) {
    if (!isCode) for (const { index } of text.matchAll(CODE_START)) starts.add(at + index);
    at += text.length;
  }
  return replaceMatches(source, CODE, (match) => (starts.has(match.index) ? toFence(match) : match[0]));
}

function toLiteral(code: string): string {
  return code.replace(ESCAPED, '{{$1$2$3}}');
}

function replaceInText(text: string, source: string): string {
  return splitCodeSpans(text)
    .map((part) => (part.isCode ? toLiteral(part.text) : replaceTags(part.text, source)))
    .join('');
}

function toFence([, indent = '', name = '', details = '', code = '']: RegExpExecArray): string {
  const { named, unnamed } = parseArguments(details);
  const language = name === 'code-toggle' ? 'yaml' : (named.get('lang') ?? unnamed[0] ?? '');
  const file = named.get('file') ?? named.get('filename');
  const mark = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `${indent}${mark}${language}${file ? ` [${file}]` : ''}\n${code.replace(/\n[ \t]*$/, '\n')}${indent}${mark}`;
}

function replaceTags(text: string, source: string): string {
  const shown = replaceMatches(text, SHORTCODE, (match) => {
    const [whole, slash = '', name = '', details = '', self = ''] = match;
    const before = text.slice(text.lastIndexOf('\n', match.index - 1) + 1, match.index);
    const after = /[^\n]*/.exec(text.slice(match.index + whole.length))?.[0] ?? '';
    const isAlone = before.trim() === '' && after.trim() === '';
    const isPair = self === '' && new RegExp(`\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`).test(source);
    return toMarkdown(name, parseArguments(details), { isClosing: slash !== '', isAlone, isPair });
  });
  return shown.replace(ESCAPED, '`{{$1$2$3}}`');
}

interface Arguments {
  named: Map<string, string>;
  unnamed: string[];
}

function parseArguments(details: string): Arguments {
  const named = new Map<string, string>();
  const unnamed: string[] = [];
  for (const [, key, quoted, bare = ''] of details.matchAll(/(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|([^\s"]+))/g)) {
    if (key) named.set(key, quoted ?? bare);
    else unnamed.push(quoted ?? bare);
  }
  return { named, unnamed };
}

type Place = { isClosing: boolean; isAlone: boolean; isPair: boolean };

function toMarkdown(written: string, { named, unnamed }: Arguments, place: Place): string {
  const first = unnamed[0] ?? '';
  const video = { youtube: 'https://www.youtube.com/watch?v=', vimeo: 'https://vimeo.com/' };
  switch (written) {
    case 'ref':
    case 'relref':
      return toLink(named.get('path') ?? first);
    case 'figure':
    case 'img':
    case 'image':
      return toPicture(named, first);
    case 'youtube':
    case 'vimeo':
      return `<${video[written]}${encodeURIComponent(named.get('id') ?? first)}>`;
    case 'gist':
      return `<https://gist.github.com/${encodeURIComponent(first)}/${encodeURIComponent(unnamed[1] ?? '')}>`;
  }
  const component = components.get(toComponentName(written));
  if (component?.form === 'inline' && !place.isPair && first) return `:${toComponentName(written)}[${first}]`;
  if (component?.form !== 'block' || !place.isAlone || !place.isPair) return '';
  return place.isClosing ? ':::' : toOpening(written, named, unnamed);
}

function toOpening(written: string, named: Map<string, string>, unnamed: string[]): string {
  const [first = '', second = ''] = unnamed;
  const isType = CALLOUT_TYPES.test(first);
  const label = isType ? second : first;
  const attributes = [...named].map(([name, value]) => `${name}="${value}"`);
  if (isType) attributes.unshift(`type=${first}`);
  return `:::${written}${label ? `[${label}]` : ''}{${attributes.join(' ')}}`;
}

function toLink(path: string): string {
  const [, file = '', rest = ''] = /^([^#?]*)(.*)$/.exec(path) ?? [];
  return file === '' || file.startsWith('/') || /\.\w+$/.test(file) ? path : `${file}.md${rest}`;
}

function toPicture(named: Map<string, string>, first: string): string {
  const alt = (named.get('alt') ?? named.get('caption') ?? '').replace(/[[\]]/g, '');
  const caption = (named.get('caption') ?? named.get('title') ?? '').replaceAll('"', '”');
  const src = named.get('src') ?? first;
  return src === '' ? '' : `![${alt}](<${src.replace(/[<>\n]/g, '')}>${caption ? ` "${caption}"` : ''})`;
}
