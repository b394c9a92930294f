import type { Cell, Column, TableDetails } from '../table-data.ts';
import { CsvFault, type CsvRow } from './parse-csv.ts';

/** Which column of the table each column of the file goes to; undefined is left out. */
export type Plan = (Column | undefined)[];

/** Columns that a file can fill. */
export function listTargets({ columns }: Pick<TableDetails, 'columns'>): Column[] {
  return columns.filter(({ isGenerated }) => !isGenerated);
}

/** By name: as it is written, or else without regard to case, spaces and lines. A column is taken once. */
export function matchColumns(head: readonly Cell[], targets: readonly Column[]): Plan {
  const taken = new Set<string>();
  const find = (isSame: (column: Column) => boolean) => {
    const found = targets.find((column) => !taken.has(column.name) && isSame(column));
    if (found) taken.add(found.name);
    return found;
  };
  const exact = head.map((title) => find(({ name }) => name === title));
  return exact.map((found, at) => found ?? find(({ name }) => simplify(name) === simplify(head[at] ?? '')));
}

const simplify = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** What keeps the plan from being used; undefined if nothing does. */
export function findPlanFault(plan: Plan, table: Pick<TableDetails, 'columns'>): string | undefined {
  const names = plan.flatMap((column) => (column ? [column.name] : []));
  if (names.length === 0) return 'No column of the file is matched. Choose where at least one goes.';
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `Two columns of the file go to “${twice}”. Leave one of them out.`;
  const missing = listTargets(table).find(
    (column) => !column.nullable && column.default === null && !names.includes(column.name),
  );
  return missing && `The column “${missing.name}” must have a value, and no column of the file goes there.`;
}

/** The cells that are sent. An empty text is a text only where the column holds text. */
export function toSentCells({ line, cells }: CsvRow, plan: Plan): Cell[] {
  if (cells.length !== plan.length)
    throw new CsvFault(
      `Line ${line} has ${cells.length} cells, and the first line has ${plan.length}. A cell with the delimiter needs quotes.`,
    );
  return cells.flatMap((cell, at) => {
    const column = plan[at];
    if (!column) return [];
    return [cell === '' && column.kind !== 'text' ? null : cell];
  });
}

/** A line with nothing on it, as some programs write at the end. In a file of one column it is a row without a value. */
export function isBlank({ cells }: CsvRow, plan: Plan): boolean {
  return plan.length > 1 && cells.length === 1 && cells[0] === null;
}
