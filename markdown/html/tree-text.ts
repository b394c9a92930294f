import type { TreeElement, TreeNode } from '../parse/tree.ts';

/** The text of a tree without its elements. */
export function treeText(nodes: readonly TreeNode[]): string {
  let text = '';
  for (const node of nodes) text += typeof node === 'string' ? node : treeText(childrenOf(node));
  return text;
}

/** By `slice`: destructuring takes several times as long, and a page has hundreds of elements. */
export function childrenOf(element: TreeElement): TreeNode[] {
  return element.slice(2) as TreeNode[];
}

/** Every element with this tag, in document order. */
export function findElements(nodes: readonly TreeNode[], tag: string): TreeElement[] {
  const found: TreeElement[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (node[0] === tag) found.push(node);
    else if (node.length > 2) found.push(...findElements(childrenOf(node), tag));
  }
  return found;
}
