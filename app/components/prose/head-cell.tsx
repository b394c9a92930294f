import type { ThHTMLAttributes } from 'react';
import type { TreeNode } from '../../../markdown/document.ts';
import { treeText } from './tree-text.ts';

type HeadCellProps = ThHTMLAttributes<HTMLTableCellElement> & { nodes: TreeNode[] };

/** The empty corner cell of a table is not a header for screen readers. */
export function HeadCell({ nodes, scope, ...props }: HeadCellProps) {
  return treeText(nodes).trim() === '' ? <td {...props} /> : <th scope={scope} {...props} />;
}
