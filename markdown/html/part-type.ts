import type { Island } from '../document.ts';
import type { TreeAttributes, TreeNode } from '../parse/tree.ts';
import type { ArticleWords } from './article-words.ts';

/** The page that is being written. */
export interface HtmlPage {
  islands: Island[];
  /** Numbers the groups of tabs, also of those inside an island. */
  tabs: { count: number };
  /** In the language of the page. */
  words: ArticleWords;
  /** Where the form for messages is sent; undefined where nothing takes them. */
  contactAddress: string | undefined;
  write(nodes: readonly TreeNode[]): string;
}

/** A component, or an element that needs more than its tag, as HTML. */
export type WritePart = (attributes: TreeAttributes, children: TreeNode[], page: HtmlPage) => string;

/** An attribute as text; empty when the component has none of that name. */
export function readText(attributes: TreeAttributes, name: string): string {
  const value = attributes[name];
  return value === undefined ? '' : String(value);
}

/** The title of a callout that has the word in its first line alone: `question` is "Question", or what it is in the language of the page. */
export function kindTitle(attributes: TreeAttributes, { words }: HtmlPage): string {
  const kind = readText(attributes, 'kind');
  const title = Object.hasOwn(words.callouts, kind) ? words.callouts[kind] : undefined;
  return title ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** The element that React fills with an island. */
export function addIsland({ islands }: HtmlPage, island: Island): string {
  const tag = island.isInline ? 'span' : 'div';
  return `<${tag} data-island="${islands.push(island) - 1}"></${tag}>`;
}
