/**
 * BarTable: a ranking. It is a table whose first number is also drawn as a bar, so it needs no switch and no color.
 *
 *     <BarTable
 *       title="Pages" rowName="Page" columns={['Views', 'Visitors']}
 *       rows={[{ name: '/about', href: '/about', values: [120, 80] }]}
 *       formatY empty
 *     />
 */
import type { ReactNode } from 'react';
import site from '../../site.config.ts';
import { ColumnHeads } from '../components/column-heads.tsx';
import { ScrollBox } from '../components/scroll-box.tsx';
import { formatNumber } from '../format/count.ts';
import { ChartEmpty } from './chart-empty.tsx';
import { percent } from './chart-plot.tsx';

export interface BarTableRow {
  name: string;
  href?: string | undefined;
  /** `_blank` for links that lead away from what is being looked at; those are not fetched ahead either. */
  target?: '_blank' | undefined;
  /** What following the link does, where the name does not say it. */
  title?: string | undefined;
  /** The link stands for what is on screen. */
  current?: boolean | undefined;
  /** One for each column; the first is drawn. */
  values: readonly number[];
}

export interface BarTableProps {
  title: string;
  rowName: string;
  columns: readonly string[];
  rows: readonly BarTableRow[];
  formatY?: ((value: number) => string) | undefined;
  empty?: ReactNode;
}

export function BarTable({ title, rowName, columns, rows, formatY = formatValue, empty }: BarTableProps) {
  if (rows.length === 0) return <ChartEmpty title={title}>{empty}</ChartEmpty>;
  const largest = Math.max(...rows.map(({ values }) => values[0] ?? 0), 1);
  return (
    <ScrollBox className="bar-table" label={title}>
      <table>
        <caption className="sr-only">{title}</caption>
        <ColumnHeads names={[rowName, ...columns]} />
        <tbody>
          {rows.map(({ name, href, target, title: what, current, values }) => (
            <tr key={name}>
              <th scope="row">
                {href ? (
                  <a href={href} target={target} title={what} aria-current={current ? 'true' : undefined}>
                    {name}
                  </a>
                ) : (
                  name
                )}
                <svg aria-hidden="true">
                  <rect width={percent((values[0] ?? 0) / largest)} height="100%" />
                </svg>
              </th>
              {columns.map((column, index) => (
                <td key={column}>{formatY(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function formatValue(value: number): string {
  return formatNumber(value, site.language);
}
