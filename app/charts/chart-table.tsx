import { ColumnHeads } from '../components/column-heads.tsx';
import { ScrollBox } from '../components/scroll-box.tsx';
import type { ChartRows } from './chart-data.ts';
import type { ChartFormatter } from './chart-formatter.ts';

export interface ChartTableProps {
  title: string;
  /** The heading of the first column, which names x. */
  xName: string;
  names: readonly string[];
  rows: ChartRows;
  formatter: ChartFormatter;
}

/** The chart's numbers as a table: columns of the plot are rows here. */
export function ChartTable({ title, xName, names, rows, formatter }: ChartTableProps) {
  return (
    <ScrollBox className="table-box chart-table" label={title}>
      <table>
        <caption className="sr-only">{title}</caption>
        <ColumnHeads names={[xName, ...names]} numbers />
        <tbody>
          {rows.places.map((place, row) => (
            <tr key={place}>
              <th scope="row">{formatter.x(place)}</th>
              {names.map((name, series) => (
                <td key={name} className="align-right">
                  <Value value={rows.values[series]?.[row]} formatter={formatter} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Value({ value, formatter }: { value: number | null | undefined; formatter: ChartFormatter }) {
  if (value !== null && value !== undefined) return formatter.y(value);
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </>
  );
}
