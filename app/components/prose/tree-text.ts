import type { TreeElement, TreeNode } from '../../../markdown/document.ts';

/** The words of a tree without its elements. */
export function treeText(nodes: readonly TreeNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : treeText(childrenOf(node)))).join('');
}

export function childrenOf([, , ...children]: TreeElement): TreeNode[] {
  return children;
}

/** Every element with this tag, in document order. */
export function findElements(nodes: readonly TreeNode[], tag: string): TreeElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return node[0] === tag ? [node] : findElements(childrenOf(node), tag);
  });
}
