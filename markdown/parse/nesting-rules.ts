import { components } from '../components.ts';
import type { TreeNode } from './tree.ts';

/** Which element may be inside which. Browsers repair wrong nesting in ways of their own, so nothing wrong is ever put into a tree. */

/** Elements that close an open paragraph. Components that render one of these count as such. */
const BLOCKS = new Set([
  ...(
    'address article aside blockquote details dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ' +
    'ol p pre section summary table tbody td tfoot th thead tr ul caption colgroup col ' +
    'CodeBlock Picture Diagram FootnotesTitle'
  ).split(' '),
  ...[...components.values()].flatMap(({ name, form }) => (form === 'block' ? [name] : [])),
]);

/** Elements in which no block may stand. */
const PHRASING_ONLY = new Set('p h1 h2 h3 h4 h5 h6 summary'.split(' '));

/** Elements that are allowed only in certain others. */
const ONLY_IN: Record<string, readonly string[]> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  tr: ['thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  caption: ['table'],
  colgroup: ['table'],
  col: ['colgroup'],
  summary: ['details'],
  figcaption: ['figure'],
  rt: ['ruby'],
  rp: ['ruby'],
};

/** Elements that hold nothing but these; anything else in them gets the first one around it. */
const ONLY_HOLDS: Record<string, readonly string[]> = {
  ul: ['li'],
  ol: ['li'],
  dl: ['dd', 'dt'],
  table: ['tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['td', 'th'],
  colgroup: ['col'],
};

/** Elements that are not allowed inside one of their own kind, however deep. */
const NEVER_IN_ITSELF = new Set(['a', 'label']);

export const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col']);

/** What is open around a place in the tree. */
export interface NestingContext {
  parent: string;
  /** A paragraph or a heading is open. */
  inPhrasing: boolean;
  /** Open elements that are not allowed in themselves. */
  inside: readonly string[];
}

export const OUTSIDE: NestingContext = { parent: '', inPhrasing: false, inside: [] };

export function enter(context: NestingContext, tag: string): NestingContext {
  return {
    parent: tag,
    inPhrasing: context.inPhrasing || PHRASING_ONLY.has(tag),
    inside: NEVER_IN_ITSELF.has(tag) ? [...context.inside, tag] : context.inside,
  };
}

export function isAllowedIn(context: NestingContext, tag: string): boolean {
  if (context.inPhrasing && BLOCKS.has(tag)) return false;
  if (NEVER_IN_ITSELF.has(tag) && context.inside.includes(tag)) return false;
  const parents = ONLY_IN[tag];
  return parents === undefined || parents.includes(context.parent);
}

/** The element that has to come between a parent and this tag, or text (`''`). */
export function findMissingParent(parent: string, tag: string): string | undefined {
  const holds = ONLY_HOLDS[parent];
  return holds && !holds.includes(tag) ? holds[0] : undefined;
}

/** True for an item in its list, a row in its table and the like: the outer element is invalid without the inner. */
export function isNeededIn(parent: string, tag: string): boolean {
  return ONLY_HOLDS[parent]?.includes(tag) ?? false;
}

/**
 * Space between blocks shows nothing; inside tables and lists it is not allowed. In an item of a list or a quote, text can come before it
 * (`previous`), and then it separates words.
 */
export function isSpaceIgnored(parent: string, previous: TreeNode | undefined): boolean {
  if (parent === '' || parent in ONLY_HOLDS) return true;
  const isAfterBlock = previous === undefined || (typeof previous !== 'string' && BLOCKS.has(previous[0]));
  return isAfterBlock && BLOCKS.has(parent) && !PHRASING_ONLY.has(parent) && parent !== 'pre';
}
