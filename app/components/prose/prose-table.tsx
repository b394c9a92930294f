import type { TableHTMLAttributes } from 'react';
import type { TreeNode } from '../../../markdown/document.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { childrenOf, findElements, treeText } from './tree-text.ts';

type ProseTableProps = TableHTMLAttributes<HTMLTableElement> & { nodes: TreeNode[] };

/** A table that is wider than the screen scrolls in a box that the keyboard can reach. */
export function ProseTable({ nodes, ...props }: ProseTableProps) {
  const columns = findElements(nodes, 'th').map((cell) => treeText(childrenOf(cell)).trim());
  const name = columns.filter(Boolean).join(', ');
  return (
    <ScrollBox className="table-box" label={name ? `Table: ${name}` : 'Table'}>
      <table {...props} />
    </ScrollBox>
  );
}
