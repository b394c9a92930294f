import type { TreeNode } from '../../../markdown/document.ts';
import { ColumnHeads } from '../column-heads.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { type BarTable, toBarTable } from './bar-table.ts';

interface BarsProps {
  label?: string;
  unit?: string;
  nodes: TreeNode[];
}

/** A table whose numbers are also drawn as bars. It stays a table, so it is readable without drawing and colour. */
export function Bars({ label, unit, nodes }: BarsProps) {
  const table = toBarTable(nodes);
  return (
    <figure className="bars">
      <ScrollBox className="table-box" label={label ?? 'Table'}>
        <table>
          <ColumnHeads names={table.head} />
          <tbody>
            {table.rows.map(({ label: name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <Cells cells={cells} unit={unit} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {label && <figcaption>{label}</figcaption>}
    </figure>
  );
}

function Cells({ cells, unit }: { cells: BarTable['rows'][number]['cells']; unit: string | undefined }) {
  return cells.map(({ text, share }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index.
    <td key={index}>
      {share === undefined ? (
        text
      ) : (
        <div className="bar">
          <span>{unit ? `${text} ${unit}` : text}</span>
          <svg aria-hidden="true">
            <rect width={`${(share * 100).toFixed(1)}%`} height="100%" />
          </svg>
        </div>
      )}
    </td>
  ));
}
