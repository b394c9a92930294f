import { type ReactNode, useId, useState } from 'react';
import { ChartTable, type ChartTableProps } from './chart-table.tsx';

interface ChartFrameProps extends ChartTableProps {
  children: ReactNode;
}

/** A table longer than this is made when it is asked for; shorter ones are there without any script. */
const mostHiddenRows = 400;

/** Picture and table behind one switch. Radio buttons and CSS: it works before React is there. */
export function ChartFrame({ children, ...table }: ChartFrameProps) {
  const group = useId();
  const [tableChosen, chooseTable] = useState(false);
  const { title, rows } = table;
  return (
    <figure className="chart" aria-label={title}>
      <fieldset className="chart-switch">
        <legend className="sr-only">Show {title} as</legend>
        <label>
          <input type="radio" name={group} defaultChecked onChange={() => chooseTable(false)} /> Picture
        </label>
        <label>
          <input
            type="radio"
            name={group}
            className="chart-table-chosen"
            onChange={() => chooseTable(true)}
          />{' '}
          Table
        </label>
      </fieldset>
      <div className="chart-picture">{children}</div>
      <div className="chart-data">
        {(tableChosen || rows.xs.length <= mostHiddenRows) && <ChartTable {...table} />}
      </div>
    </figure>
  );
}
