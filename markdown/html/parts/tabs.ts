import type { TreeAttributes, TreeNode } from '../../parse/tree.ts';
import { writeNames } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import { type HtmlPage, readText, type WritePart } from '../part-type.ts';
import { childrenOf } from '../tree-text.ts';

/** Tabs of radio buttons and CSS: they work before hydration and without a script. The first one is chosen. */
export const writeTabs: WritePart = (attributes, children, page) => {
  page.tabs.count += 1;
  const group = page.tabs.count;
  let count = 0;
  const tabs = children.map((child) => {
    if (typeof child === 'string' || child[0] !== 'Tab') return page.write([child]);
    count += 1;
    return writeChoice(child[1] || {}, childrenOf(child), page, { group, number: count });
  });
  return `<div${writeNames('tabs', attributes)} role="radiogroup" aria-label="${escapeHtml(page.words.choices)}">${tabs.join('')}</div>`;
};

/** A tab without others beside it. */
export const writeTab: WritePart = (attributes, children, page) => {
  page.tabs.count += 1;
  return writeChoice(attributes, children, page, { group: page.tabs.count, number: 1 });
};

function writeChoice(
  attributes: TreeAttributes,
  children: TreeNode[],
  page: HtmlPage,
  { group, number }: { group: number; number: number },
): string {
  // A heading's id has no full stop, so these are no heading's.
  const id = `tab-${group}.${number}`;
  const checked = number === 1 ? ' checked=""' : '';
  const label = escapeHtml(readText(attributes, 'label') || page.words.tab);
  return (
    `<input type="radio" id="${id}" name="tabs-${group}"${checked}/><label for="${id}">${label}</label>` +
    `<div${writeNames('tab-panel', attributes)}>${page.write(children)}</div>`
  );
}
