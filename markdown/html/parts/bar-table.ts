import type { TreeNode } from '../../parse/tree.ts';
import { childrenOf, findElements, treeText } from '../tree-text.ts';

export interface BarCell {
  text: string;
  /** The share of the largest value in the table, 0 to 1; undefined where the cell has no number. */
  share?: number;
}

export interface BarTable {
  head: string[];
  rows: { label: string; cells: BarCell[] }[];
}

/** Reads the table inside Bars: the first column names a row, every other cell with a number becomes a bar. */
export function toBarTable(nodes: readonly TreeNode[]): BarTable {
  const [head = [], ...body] = findElements(nodes, 'tr').map((row) =>
    childrenOf(row)
      .filter((cell) => typeof cell !== 'string')
      .map((cell) => treeText(childrenOf(cell)).trim()),
  );
  const values = body.flatMap(([, ...cells]) => cells.map(toNumber)).filter((value) => value !== undefined);
  const largest = Math.max(0, ...values);
  return {
    head,
    rows: body.map(([label = '', ...cells]) => ({
      label,
      cells: cells.map((text) => {
        const value = toNumber(text);
        if (value === undefined || largest === 0) return { text };
        return { text, share: Math.max(0, value) / largest };
      }),
    })),
  };
}

/** `1,234`, `56.7 %` and `12 kB` are numbers; a plain word is not. Commas and spaces between digits are group separators. */
function toNumber(text: string): number | undefined {
  const match = /^[^\d-]{0,3}(-?\d[\d,\u00a0\u202f ]*(?:\.\d+)?)/.exec(text);
  const value = Number(match?.[1]?.replace(/[,\s]/g, ''));
  return match && Number.isFinite(value) ? value : undefined;
}
