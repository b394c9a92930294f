import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { ColumnFields, completeColumn, emptyColumn } from './column-fields.tsx';
import { SqlPreview } from './sql-preview.tsx';

import { buildAddColumn, findNameFault, toMigrationName } from './table-sql.ts';
import type { ToolProps } from './tool-props.ts';
import { useMigration } from './use-migration.ts';

/** The form for another column of a table. */
export function AddColumn({ table, onDone, onCancel }: ToolProps) {
  const [typed, setTyped] = useState(emptyColumn);
  const migration = useMigration();
  const column = completeColumn(typed);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const isTaken = table.columns.some(({ name }) => name === column.name);
    const fault = isTaken
      ? `There is a column “${column.name}” already.`
      : findNameFault(column.name, 'The column');
    if (fault) return migration.refuse(fault);
    const name = toMigrationName('add', column.name, 'to', table.name);
    if (await migration.apply(name, buildAddColumn(table, column))) onDone();
  }

  return (
    <form className="tools-panel" method="post" aria-label="New column" noValidate onSubmit={submit}>
      <ColumnFields column={typed} onChange={setTyped} />
      {!typed.nullable && typed.default === '' && table.rows !== 0 && (
        <p className="hint">Rows that are there need a value as well: give a default.</p>
      )}
      <SqlPreview sql={buildAddColumn(table, { ...column, name: column.name || 'column' })} />
      <FaultNotice fault={migration.fault} />
      <SaveButton pending={migration.pending} onCancel={onCancel}>
        Create column
      </SaveButton>
    </form>
  );
}
