import { components, ownComponentFile } from '../components.ts';
import type { ArticleBody } from '../document.ts';
import { VOID_ELEMENTS } from '../parse/nesting-rules.ts';
import type { TreeAttributes, TreeElement, TreeNode } from '../parse/tree.ts';
import { isAllowedTag } from './allowed-names.ts';
import { type ArticleWords, englishArticleWords } from './article-words.ts';
import { writeAttributes } from './attributes.ts';
import { escapeHtml } from './escape-html.ts';
import { parts } from './part-registry.ts';
import { addIsland, type HtmlPage } from './part-type.ts';
import { childrenOf } from './tree-text.ts';

const islandForms = new Map(
  [...components.values()].flatMap(({ name, form, isIsland }) => (isIsland ? [[name, form] as const] : [])),
);

/** A document as HTML. Of an element that is not allowed, or a component that is not known, only the content is written. */
export function toArticleBody(
  nodes: readonly TreeNode[],
  words: ArticleWords = englishArticleWords,
  contactAddress?: string | undefined,
): ArticleBody {
  return writeBody(nodes, { tabs: { count: 0 }, words, contactAddress });
}

function writeBody(
  nodes: readonly TreeNode[],
  { tabs, words, contactAddress }: Pick<HtmlPage, 'tabs' | 'words' | 'contactAddress'>,
): ArticleBody {
  const page: HtmlPage = {
    islands: [],
    tabs,
    words,
    contactAddress,
    write: (inner) => writeNodes(inner, 0, page),
  };
  return { html: page.write(nodes), islands: page.islands };
}

/** Writes the nodes of a list from the index `from`: an element is such a list itself, with its children from index 2. */
function writeNodes(nodes: readonly (TreeNode | TreeAttributes | 0)[], from: number, page: HtmlPage): string {
  let html = '';
  for (let at = from; at < nodes.length; at += 1) {
    const node = nodes[at] as TreeNode;
    html += typeof node === 'string' ? escapeHtml(node) : writeElement(node, page);
  }
  return html;
}

function writeElement(element: TreeElement, page: HtmlPage): string {
  const tag = element[0];
  const part = parts.get(tag);
  if (part) return part(element[1] || {}, childrenOf(element), page);
  if (islandForms.has(tag) || ownComponentFile(tag) !== undefined) return writeIsland(element, page);
  const inner = writeNodes(element, 2, page);
  if (!isAllowedTag(tag)) return inner;
  const start = `<${tag}${writeAttributes(element[1])}`;
  return VOID_ELEMENTS.has(tag) ? `${start}/>` : `${start}>${inner}</${tag}>`;
}

/** A React component of the owner. */
function writeIsland([tag, attributes, ...children]: TreeElement, page: HtmlPage): string {
  const { class: className, ...others } = attributes || {};
  const props = { ...others, ...(className !== undefined && { className }) };
  return addIsland(page, {
    component: tag,
    props,
    ...(islandForms.get(tag) === 'inline' && { isInline: true }),
    ...(children.length > 0 && { children: writeBody(children, page) }),
  });
}
