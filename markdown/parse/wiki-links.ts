import type { MarkdownIt, StateInline } from 'markdown-it';
import { toHeadingSlug } from './heading-ids.ts';

const LINK = /(!?)\[\[([^[\]|#\n]*)((?:#[^[\]|#\n]*)*)(?:\\?\|([^[\]\n]*))?\]\]/y;
const PICTURE = /\.(?:png|jpe?g|webp|avif|gif|svg)$/i;
/** `300` or `300x200`: the size of a picture. */
const SIZE = /^(\d{1,4})(?:x(\d{1,4}))?$/;
/** The table of contents is beside the text already. */
const CONTENTS = /^\[\[_?toc_?\]\][ \t]*$/i;

/**
 * `[[Note]]`, `[[Note#Heading|text]]`, `![[picture.png|300]]` and `![[Note]]`, as in Obsidian. The address stays in double brackets: which
 * page has that name is known when the page is read.
 */
export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'wiki_link', wikiLink);
  md.block.ruler.before('paragraph', 'contents', (state, line, _end, silent) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    if (state.src.charCodeAt(start) !== 0x5b) return false;
    if (!CONTENTS.test(state.src.slice(start, state.eMarks[line]))) return false;
    if (!silent) state.line = line + 1;
    return true;
  });
}

function wikiLink(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const first = src.charCodeAt(pos);
  if (first !== 0x5b && first !== 0x21) return false;
  LINK.lastIndex = pos;
  const match = LINK.exec(src);
  if (!match || LINK.lastIndex > state.posMax) return false;
  const [whole, embed, target = '', heading = '', label] = match;
  const name = target.trim().replace(/\\$/, '');
  if (name === '' && heading === '') return false;
  if (!silent) {
    if (embed && PICTURE.test(name)) addPicture(state, name, label);
    else addLink(state, { name, heading, label });
  }
  state.pos += whole.length;
  return true;
}

function addPicture(state: StateInline, name: string, label = ''): void {
  const [, width, height] = SIZE.exec(label.trim()) ?? [];
  const token = state.push('image', 'img', 0);
  token.attrs = [
    ['src', `[[${name}]]`],
    ['alt', ''],
  ];
  if (width) token.attrs.push(['width', width]);
  if (height) token.attrs.push(['height', height]);
  const text = new state.Token('text', '', 0);
  text.content = width ? '' : label.split('|')[0]?.trim() || '';
  token.children = [text];
}

function addLink(
  state: StateInline,
  { name, heading, label }: { name: string; heading: string; label: string | undefined },
): void {
  const id = /#([^#^]+)$/.exec(heading)?.[1] ?? '';
  const href = name === '' ? `#${encodeURIComponent(toHeadingSlug(id))}` : `[[${name}${heading}]]`;
  const shown = label?.trim() || (name === '' ? id : id ? `${name} > ${id}` : name);
  state.push('link_open', 'a', 1).attrs = [['href', href]];
  state.push('text', '', 0).content = shown;
  state.push('link_close', 'a', -1);
}
