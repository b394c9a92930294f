import { components } from '../components.ts';
import type { ArticleBody } from '../document.ts';
import { VOID_ELEMENTS } from '../render/nesting-rules.ts';
import type { TreeElement, TreeNode } from '../render/tree.ts';
import { isAllowedTag } from './allowed-names.ts';
import { writeAttributes } from './attributes.ts';
import { escapeHtml } from './escape-html.ts';
import { addIsland, type HtmlPage } from './part.ts';
import { parts } from './parts.ts';
import { childrenOf } from './tree-text.ts';

const islandForms = new Map(
  [...components.values()].flatMap(({ name, form, isIsland }) => (isIsland ? [[name, form] as const] : [])),
);

/** A document as HTML. Of an element that is not allowed, or a component that is not known, only the content is written. */
export function toArticleBody(nodes: readonly TreeNode[]): ArticleBody {
  return writeBody(nodes, { count: 0 });
}

function writeBody(nodes: readonly TreeNode[], tabs: HtmlPage['tabs']): ArticleBody {
  const page: HtmlPage = { islands: [], tabs, write: (inner) => writeNodes(inner, page) };
  return { html: page.write(nodes), islands: page.islands };
}

function writeNodes(nodes: readonly TreeNode[], page: HtmlPage): string {
  let html = '';
  for (const node of nodes) html += typeof node === 'string' ? escapeHtml(node) : writeElement(node, page);
  return html;
}

function writeElement(element: TreeElement, page: HtmlPage): string {
  const [tag, attributes] = element;
  const children = childrenOf(element);
  const part = parts.get(tag);
  if (part) return part(attributes || {}, children, page);
  if (islandForms.has(tag)) return writeIsland(element, children, page);
  if (!isAllowedTag(tag)) return writeNodes(children, page);
  if (VOID_ELEMENTS.has(tag)) return `<${tag}${writeAttributes(attributes)}/>`;
  return `<${tag}${writeAttributes(attributes)}>${writeNodes(children, page)}</${tag}>`;
}

/** A React component of the owner. */
function writeIsland([tag, attributes]: TreeElement, children: TreeNode[], page: HtmlPage): string {
  const { class: className, ...others } = attributes || {};
  const props = { ...others, ...(className !== undefined && { className }) };
  return addIsland(page, {
    component: tag,
    props,
    ...(islandForms.get(tag) === 'inline' && { isInline: true }),
    ...(children.length > 0 && { children: writeBody(children, page.tabs) }),
  });
}
