import { type ReactNode, useId, useState } from 'react';
import { ChartTable, type ChartTableProps } from './chart-table.tsx';

interface ChartFrameProps extends ChartTableProps {
  children: ReactNode;
}

/** A longer table is rendered on demand; a shorter one is in the HTML and works without a script. */
const maxHiddenRows = 400;

/** Switches between plot and table by radio buttons and CSS, so it works before hydration. */
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
        {(tableChosen || rows.xs.length <= maxHiddenRows) && <ChartTable {...table} />}
      </div>
    </figure>
  );
}
