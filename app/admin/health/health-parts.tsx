import type { ReactNode } from 'react';
import { ScrollBox } from '../../components/scroll-box.tsx';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = `health-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id} className="health-part">
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export interface TableRow {
  key: string;
  cells: ReactNode[];
}

/** The name of a column that has only buttons is for screen readers. */
export function Table({ title, columns, rows }: { title: string; columns: string[]; rows: TableRow[] }) {
  return (
    <ScrollBox label={title}>
      <table className="admin-table health-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column === 'Actions' ? <span className="sr-only">{column}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
