import { Parser } from 'htmlparser2';
import type { ArticleBody } from '../document.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { VOID_ELEMENTS } from '../parse/nesting-rules.ts';

/** Left out with all that is in them: nothing of it works or is seen well in a feed reader. */
const DROPPED = new Set([
  'script',
  'style',
  'form',
  'button',
  'select',
  'textarea',
  'iframe',
  'object',
  'svg',
]);
const ADDRESSES = new Set(['href', 'src', 'cite', 'poster']);
/** What says something without the site's style sheet. */
const ATTRIBUTES = new Set([
  ...ADDRESSES,
  ...['alt', 'title', 'width', 'height', 'lang', 'dir', 'id', 'start', 'reversed', 'value', 'open'],
  ...['colspan', 'rowspan', 'scope', 'datetime', 'controls', 'display', 'alttext'],
]);

/** An open element: what closes it, and whether everything in it is left out. */
interface OpenElement {
  end: string;
  isDropped: boolean;
}

/**
 * The text of a page for a feed reader: with absolute addresses, and without scripts, forms, heading anchors and the classes of the site.
 * Interactive components are shown in their plain form. `page` is the absolute address of the page.
 */
export function toFeedHtml(body: ArticleBody, page: string): string {
  let html = '';
  let mathDepth = 0;
  const open: OpenElement[] = [];
  const isDropped = () => open.at(-1)?.isDropped ?? false;

  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'math') mathDepth += 1;
      const { start, end, drops } = writeStart(tag, attributes);
      if (!isDropped()) html += start;
      open.push({ end, isDropped: isDropped() || drops });
    },
    ontext(text) {
      if (!isDropped()) html += escapeHtml(text);
    },
    onclosetag(tag) {
      if (tag === 'math') mathDepth -= 1;
      const closed = open.pop();
      if (closed && !isDropped()) html += closed.end;
    },
  });

  function writeStart(tag: string, attributes: Record<string, string>) {
    const gone = { start: '', end: '', drops: true };
    const classes = attributes.class?.split(' ') ?? [];
    if (attributes['data-island'] !== undefined) return { ...gone, start: plainIsland(attributes) };
    if (classes.includes('diagram-box')) return { ...gone, start: writePageLink(attributes['aria-label']) };
    if (DROPPED.has(tag) || classes.includes('heading-anchor')) return gone;
    if (tag === 'input') return { ...gone, start: writeCheckbox(attributes) };
    // The name of a tab: its panel follows.
    if (tag === 'label' && attributes.for !== undefined)
      return { start: '<p><strong>', end: '</strong></p>', drops: false };
    const written = writeAttributes(attributes, page, mathDepth > 0);
    if (tag === 'label' || (tag === 'span' && written === '')) return { start: '', end: '', drops: false };
    return { start: `<${tag}${written}>`, end: VOID_ELEMENTS.has(tag) ? '' : `</${tag}>`, drops: false };
  }

  /** In place of what only the page shows. */
  function writePageLink(text = ''): string {
    return `<p><a href="${escapeHtml(page)}">${escapeHtml(text)}</a></p>`;
  }

  /** What the author wrote inside of it. */
  function plainIsland(attributes: Record<string, string>): string {
    const { children } = body.islands[Number(attributes['data-island'])] ?? {};
    return children ? toFeedHtml(children, page) : '';
  }

  parser.end(body.html);
  return html;
}

function writeCheckbox({ type, checked }: Record<string, string>): string {
  if (type !== 'checkbox') return '';
  return checked === undefined ? '☐' : '☑';
}

function writeAttributes(attributes: Record<string, string>, page: string, isMath: boolean): string {
  let written = '';
  for (const [name, value] of Object.entries(attributes)) {
    const isKept = ATTRIBUTES.has(name) || (isMath && name !== 'class' && name !== 'style');
    if (!isKept) continue;
    const text = ADDRESSES.has(name) ? (URL.parse(value, page)?.href ?? value) : value;
    written += ` ${name}="${escapeHtml(text)}"`;
  }
  return written;
}
