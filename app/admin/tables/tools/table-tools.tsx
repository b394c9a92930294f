import { useRef, useState } from 'react';
import type { TableDetails } from '../table-data.ts';
import { AddColumn } from './add-column.tsx';
import { ExportCsv } from './export-csv.tsx';
import { ImportCsv } from './import-csv.tsx';
import { PoliciesPanel } from './policies-panel.tsx';
import styles from './tools.css?url';

interface TableToolsProps {
  table: TableDetails;
  /** Filters and order of the page. */
  query: URLSearchParams;
  /** With the eyes of others a table is looked at: a file would have what the owner sees. */
  isOwnView: boolean;
  onChanged(): void;
}

const panels = { 'Import CSV': ImportCsv, Policies: PoliciesPanel, 'Add column': AddColumn };
type PanelName = keyof typeof panels;

/** What can be done with a whole table: CSV out and in, policies, another column. */
export function TableTools({ table, query, isOwnView, onChanged }: TableToolsProps) {
  const [open, setOpen] = useState<PanelName>();
  const buttons = useRef<HTMLDivElement>(null);
  const names: PanelName[] =
    table.kind === 'table' && isOwnView ? ['Import CSV', 'Policies', 'Add column'] : ['Policies'];
  const Panel = open && names.includes(open) && panels[open];

  function close() {
    setOpen(undefined);
    buttons.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
  }

  return (
    <div className="tools">
      <link rel="stylesheet" href={styles} precedence="admin" />
      <div className="choices" ref={buttons}>
        {isOwnView && <ExportCsv table={table} query={query} />}
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="choice"
            aria-expanded={open === name}
            onClick={() => setOpen(open === name ? undefined : name)}
          >
            {name}
            {name === 'Policies' && !table.rowSecurity && table.kind === 'table' && (
              <span className="tools-warning"> (row security is off)</span>
            )}
          </button>
        ))}
      </div>
      {Panel && (
        <Panel
          key={open}
          table={table}
          onCancel={close}
          onDone={() => {
            // The policies stay in view, to see what has become of them.
            if (open !== 'Policies') close();
            onChanged();
          }}
        />
      )}
    </div>
  );
}
