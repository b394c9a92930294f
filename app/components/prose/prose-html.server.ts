import type { TreeAttributes, TreeElement, TreeNode } from '../../../markdown/document.ts';
import { escapeHtml } from '../escape-html.server.ts';
import { isSafeAddress } from './safe-props.ts';
import { childrenOf, findElements, treeText } from './tree-text.ts';

/**
 * The HTML of a document, byte for byte as React renders it, made without React: most of the render time of a page went into elements
 * without any logic. The test beside this file compares both; when a component changes its markup, the test fails until `parts` below is
 * changed too.
 */
export function toProseHtml(nodes: readonly TreeNode[]): string | undefined {
  const out: Output = { html: '' };
  return writeNodes(nodes, 0, out) ? out.html : undefined;
}

interface Output {
  html: string;
}

/** Writes an element. Returns false for an element that only React can render; React then renders the whole document. */
type Write = (element: TreeElement, out: Output) => boolean;

/** Elements that React renders as they are. `pre`, `svg`, `math` and elements with state are not among them. */
const plainTags = new Set(
  (
    'a abbr article aside b bdi bdo blockquote caption cite code colgroup dd del dfn div dl dt em figcaption figure ' +
    'footer h1 h2 h3 h4 h5 h6 header i ins kbd label li mark ol p q rp rt ruby s samp section small span strong sub ' +
    'sup tbody td tfoot thead time tr u ul var'
  ).split(' '),
);
const emptyTags = new Set(['br', 'hr', 'wbr', 'img']);

/** Attributes that React renders whatever their value is. */
const names: Readonly<Record<string, string | undefined>> = {
  className: 'class',
  id: 'id',
  href: 'href',
  src: 'src',
  title: 'title',
  rel: 'rel',
  role: 'role',
  lang: 'lang',
  dir: 'dir',
  scope: 'scope',
  alt: 'alt',
  width: 'width',
  height: 'height',
  loading: 'loading',
  decoding: 'decoding',
  start: 'start',
  colSpan: 'colSpan',
  dateTime: 'dateTime',
  'aria-label': 'aria-label',
  'aria-hidden': 'aria-hidden',
  'aria-labelledby': 'aria-labelledby',
};

/** The components and special elements of nearly every document. */
const writers: Readonly<Record<string, Write | undefined>> = {
  CodeBlock(element, out) {
    const { lang, file } = element[1] || ({} as TreeAttributes);
    const name = file ?? lang;
    const shown = escapeHtml(String(name ?? 'Text'));
    out.html += `<figure class="code"><figcaption class="code-head"><span${file ? ' class="code-file"' : ''}>${shown}</span><button type="button" class="copy needs-script">Copy</button><span class="sr-only" role="status"></span></figcaption><div role="group" aria-label="Code${name ? `: ${shown}` : ''}" tabindex="0" class="code-lines"><pre><code>`;
    if (!writeNodes(element, 2, out)) return false;
    out.html += '</code></pre></div></figure>';
    return true;
  },
  HeadingAnchor(element, out) {
    const { id, text } = element[1] || ({} as TreeAttributes);
    out.html += `<a class="heading-anchor" href="#${escapeHtml(String(id))}" aria-label="Link to &quot;${escapeHtml(String(text))}&quot;">#</a>`;
    return true;
  },
  table(element, out) {
    const columns = findElements(childrenOf(element), 'th').map((cell) => treeText(childrenOf(cell)).trim());
    const name = columns.filter(Boolean).join(', ');
    out.html += `<div role="group" aria-label="Table${name && `: ${escapeHtml(name)}`}" tabindex="0" class="table-box">`;
    if (!writeElement(element, 'table', element[1], out)) return false;
    out.html += '</div>';
    return true;
  },
  th(element, out) {
    const attributes = element[1];
    if (attributes === 0) return writeElement(element, isEmpty(element) ? 'td' : 'th', 0, out);
    const { scope, ...others } = attributes;
    if (isEmpty(element)) return writeElement(element, 'td', others, out);
    return writeElement(element, 'th', scope === undefined ? others : { scope, ...others }, out);
  },
  input(element, out) {
    const isChecked = element[1] !== 0 && element[1].checked === true;
    out.html += `<input type="checkbox" readOnly="" disabled=""${isChecked ? ' checked=""' : ''}/>`;
    return true;
  },
};

function isEmpty(cell: TreeElement): boolean {
  return treeText(childrenOf(cell)).trim() === '';
}

/** Writes the nodes of a list from the index `from`: an element is such a list itself, with its children from index 2. */
function writeNodes(nodes: readonly (TreeNode | TreeAttributes | 0)[], from: number, out: Output): boolean {
  let afterText = false;
  for (let at = from; at < nodes.length; at += 1) {
    const node = nodes[at] as TreeNode;
    if (typeof node === 'string') {
      // React separates neighbouring texts by a comment. The Markdown renderer joins them, so that none is needed.
      if (afterText) return false;
      out.html += escapeHtml(node);
      afterText = true;
    } else {
      const tag = node[0];
      if (!(tag === 'span' ? writeSpan(node, out) : writeComponent(node, tag, out))) return false;
      afterText = false;
    }
  }
  return true;
}

function writeComponent(element: TreeElement, tag: string, out: Output): boolean {
  const writer = Object.hasOwn(writers, tag) ? writers[tag] : undefined;
  return writer ? writer(element, out) : writeElement(element, tag, element[1], out);
}

/** The start tag of a `span` with only a class. Highlighted code has few classes, and a page has hundreds of such elements. */
const spans = new Map<string, string>();
const maxCachedSpans = 1000;

function writeSpan(element: TreeElement, out: Output): boolean {
  const attributes = element[1];
  const name = attributes === 0 ? undefined : onlyClass(attributes);
  if (name === undefined) return writeElement(element, 'span', attributes, out);
  let start = spans.get(name);
  if (start === undefined) {
    start = `<span class="${escapeHtml(name)}">`;
    if (spans.size < maxCachedSpans) spans.set(name, start);
  }
  const only = element.length === 3 ? element[2] : undefined;
  if (typeof only === 'string') {
    out.html += `${start}${escapeHtml(only)}</span>`;
    return true;
  }
  out.html += start;
  if (!writeNodes(element, 2, out)) return false;
  out.html += '</span>';
  return true;
}

/** The class, if it is the only attribute. */
function onlyClass(attributes: TreeAttributes): string | undefined {
  for (const name in attributes) if (name !== 'className') return undefined;
  const { className } = attributes;
  return typeof className === 'string' ? className : undefined;
}

function writeElement(
  element: TreeElement,
  tag: string,
  attributes: TreeAttributes | 0,
  out: Output,
): boolean {
  if (emptyTags.has(tag)) return element.length === 2 && writeEmptyElement(tag, attributes, out);
  if (!plainTags.has(tag) && tag !== 'table' && tag !== 'th') return false;
  out.html += `<${tag}`;
  if (attributes !== 0 && !writeAttributes(attributes, out)) return false;
  out.html += '>';
  if (!writeNodes(element, 2, out)) return false;
  out.html += `</${tag}>`;
  return true;
}

function writeEmptyElement(tag: string, attributes: TreeAttributes | 0, out: Output): boolean {
  // React preloads other images with a tag in front of the page.
  if (tag === 'img' && (attributes === 0 || attributes.loading !== 'lazy')) return false;
  out.html += `<${tag}`;
  if (attributes !== 0 && !writeAttributes(attributes, out)) return false;
  out.html += '/>';
  return true;
}

function writeAttributes(attributes: TreeAttributes, out: Output): boolean {
  for (const name in attributes) {
    const value = attributes[name];
    const written = Object.hasOwn(names, name) ? names[name] : undefined;
    if (written === undefined || typeof value === 'boolean') return false;
    const text = String(value);
    if (name === 'href' || name === 'src') {
      if (text === '') return false;
      if (!isSafeAddress(text)) continue;
    }
    out.html += ` ${written}="${escapeHtml(text)}"`;
  }
  return true;
}
