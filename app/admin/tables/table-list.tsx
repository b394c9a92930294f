import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import site from '../../../site.config.ts';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/count.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { formatBytes } from '../health/format-size.ts';
import { useAnswer } from '../use-answer.ts';
import { formatTable } from './table-address.ts';
import type { TableEntry, TableList as Tables } from './table-data.ts';

const NewTable = lazy(async () => ({ default: (await import('./tools/new-table.tsx')).NewTable }));

export const tablesPath = '/admin/tables';

export function tablePath(table: string): string {
  return `${tablesPath}?table=${encodeURIComponent(table)}`;
}

/** The tables by schema. Those that every visitor can use without rules are marked. */
export function TableList() {
  const { answer, fault, again } = useAnswer<Tables>('/tables');
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  if (fault) return <AdminProblem fault={fault} again={again} />;
  if (!answer) return <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5', 'w-1/2']} />;
  const wanted = typed.trim().toLowerCase();
  const found = answer.tables.filter((table) => formatTable(table).toLowerCase().includes(wanted));
  const schemas = [...new Set(found.map(({ schema }) => schema))];
  return (
    <>
      <search className="tables-search">
        <input
          className="input"
          type="search"
          aria-label="Search tables"
          placeholder="Name of a table"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Suspense>
          <NewTable onCreated={(table) => navigate(tablePath(table))} />
        </Suspense>
      </search>
      {schemas.map((schema) => (
        <SchemaTables
          key={schema}
          schema={schema}
          tables={found.filter((table) => table.schema === schema)}
        />
      ))}
      {found.length === 0 && <NoTables typed={typed.trim()} onClear={() => setTyped('')} />}
      <p className="hint tables-note">
        Accounts are under <a href="/admin/people">People</a>, uploaded files under{' '}
        <a href="/admin/files">Files</a>. What the services keep for themselves is not shown.
      </p>
    </>
  );
}

function SchemaTables({ schema, tables }: { schema: string; tables: TableEntry[] }) {
  const countRows = (count: number) => formatCount(count, 'row', 'rows', site.language);
  return (
    <section className="tables-schema" aria-label={schema}>
      <h2 className="label">{schema}</h2>
      <table className="tables-list">
        <thead className="sr-only">
          <tr>
            <th scope="col">Table</th>
            <th scope="col">Remarks</th>
            <th scope="col">Rows</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.name}>
              <th scope="row">
                <a href={tablePath(formatTable(table))}>{table.name}</a>
                {table.comment && <span className="hint tables-comment">{table.comment}</span>}
              </th>
              <td className="tables-remarks">
                <TableMarks table={table} />
              </td>
              <td className="tables-number">
                {table.rows !== null &&
                  (table.rows === 0 ? 'few or no rows' : `about ${countRows(table.rows)}`)}
              </td>
              <td className="tables-number">{table.bytes > 0 && formatBytes(table.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function TableMarks({ table }: { table: TableEntry }) {
  return (
    <span className="tables-marks">
      {table.kind !== 'table' && <span>{table.kind}</span>}
      {table.isOpen && (
        <span className="tables-open" title="Row security is off, and the public key has rights">
          open to everyone
        </span>
      )}
      {!table.isOpen && !table.rowSecurity && table.kind === 'table' && <span>no row security</span>}
    </span>
  );
}

function NoTables({ typed, onClear }: { typed: string; onClear(): void }) {
  if (typed === '')
    return (
      <p className="tables-empty">
        There are no tables yet. A migration creates them, or a statement on the{' '}
        <a href="/admin/sql">SQL page</a>.
      </p>
    );
  return (
    <div className="tables-empty">
      <p>No table has “{typed}” in its name.</p>
      <button type="button" className="choice" onClick={onClear}>
        Show all tables
      </button>
    </div>
  );
}
