import { childrenOf } from '../html/tree-text.ts';
import type { ParsedBody } from '../parse/parse-context.ts';
import type { TreeAttributes, TreeNode } from '../parse/tree.ts';

/** What a page says: the text of its tree, without Markdown signs. */
export interface PageText {
  headings: { id: string; text: string }[];
  text: string;
}

/** A page of more text than this is found by its first part. */
const maxLength = 400_000;

/** Elements inside a line of text; all others separate words. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr Badge FootnoteBack FootnoteMark Kbd'.split(
    ' ',
  ),
);
/** Attributes of components and pictures that are shown as text. */
const shownAttributes = ['title', 'label', 'summary', 'alt', 'file'];
const headingTag = /^h[1-6]$/;

export function toPageText({ body }: Pick<ParsedBody, 'body'>): PageText {
  const page: PageText = { headings: [], text: '' };
  page.text = collect(body, page.headings).replace(/\s+/g, ' ').trim().slice(0, maxLength);
  return page;
}

function collect(nodes: readonly TreeNode[], headings: PageText['headings']): string {
  let text = '';
  for (const node of nodes) {
    if (typeof node === 'string') {
      text += node;
      continue;
    }
    const [tag, attributes] = node;
    const inner = collect(childrenOf(node), headings);
    if (headingTag.test(tag) && attributes !== 0 && typeof attributes.id === 'string')
      headings.push({ id: attributes.id, text: inner.replace(/\s+/g, ' ').trim() });
    text += inline.has(tag) ? inner : `\n${attributes === 0 ? '' : shownText(attributes)}${inner}\n`;
  }
  return text;
}

function shownText(attributes: TreeAttributes): string {
  let text = '';
  for (const name of shownAttributes) {
    const value = attributes[name];
    if (typeof value === 'string') text += `${value}\n`;
  }
  return text;
}
