import { type FormEvent, useRef, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { formatTable } from '../table-address.ts';
import { ColumnFields, completeColumn, emptyColumn } from './column-fields.tsx';
import { SqlPreview } from './sql-preview.tsx';
import { buildCreateTable, findTableFault, type NewTableShape, toMigrationName } from './table-sql.ts';
import styles from './tools.css?url';
import { useMigration } from './use-migration.ts';

interface NewTableProps {
  /** With the schema. */
  onCreated(table: string): void;
}

/** A button that opens the form for a new table. */
export function NewTable({ onCreated }: NewTableProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  function close() {
    setOpen(false);
    opener.current?.focus();
  }
  return (
    <div className="tools">
      <link rel="stylesheet" href={styles} precedence="admin" />
      <button
        type="button"
        className="choice"
        ref={opener}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        New table
      </button>
      {isOpen && (
        <NewTableForm
          onCancel={close}
          onCreated={(table) => {
            close();
            onCreated(table);
          }}
        />
      )}
    </div>
  );
}

type ColumnRow = NewTableShape['columns'][number] & { id: number };

function NewTableForm({ onCreated, onCancel }: NewTableProps & { onCancel(): void }) {
  const [name, setName] = useState('');
  const [key, setKey] = useState<NewTableShape['key']>('number');
  const [columns, setColumns] = useState<ColumnRow[]>([{ ...emptyColumn, id: 0 }]);
  const [rowSecurity, setRowSecurity] = useState(true);
  const lastId = useRef(0);
  const migration = useMigration();
  const shape: NewTableShape = { name, key, rowSecurity, columns: columns.map(completeColumn) };
  // While names are missing, the SQL shows where they go.
  const shown = {
    ...shape,
    name: name || 'name',
    columns: shape.columns.map((column) => ({ ...column, name: column.name || 'column' })),
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const fault = findTableFault(shape);
    if (fault) return migration.refuse(fault);
    const isDone = await migration.apply(toMigrationName('create', name), buildCreateTable(shape));
    if (isDone) onCreated(formatTable({ schema: 'public', name }));
  }

  return (
    <form className="tools-panel" method="post" aria-label="New table" noValidate onSubmit={submit}>
      <div className="tools-fields">
        <TextField
          label="Table name"
          value={name}
          required
          autoFocus
          spellCheck={false}
          hint="Lower-case words with _ between them need no quotes in SQL."
          onChange={({ target }) => setName(target.value)}
        />
        <div className="field">
          <label htmlFor="new-table-key">Key</label>
          <select
            id="new-table-key"
            className="input"
            value={key}
            onChange={({ target }) => setKey(target.value === 'uuid' ? 'uuid' : 'number')}
          >
            <option value="number">id: 1, 2, 3 …</option>
            <option value="uuid">id: a random UUID</option>
          </select>
        </div>
      </div>
      {columns.map((column, place) => (
        <fieldset key={column.id} className="tools-column">
          <legend>Column {place + 1}</legend>
          <ColumnFields
            column={column}
            onChange={(changed) =>
              setColumns(columns.map((each) => (each === column ? { ...changed, id: each.id } : each)))
            }
          />
          <button
            type="button"
            className="text-button"
            aria-label={`Remove column ${column.name || place + 1}`}
            onClick={() => setColumns(columns.filter((each) => each !== column))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <p>
        <button
          type="button"
          className="choice"
          onClick={() => setColumns([...columns, { ...emptyColumn, id: ++lastId.current }])}
        >
          Another column
        </button>
      </p>
      <div className="tools-checks">
        <label>
          <input
            type="checkbox"
            checked={rowSecurity}
            onChange={({ target }) => setRowSecurity(target.checked)}
          />
          Row security
        </label>
        <span className="hint">
          {rowSecurity
            ? 'No visitor sees a row until a policy allows it.'
            : 'Every visitor may read and change every row with the public key.'}
        </span>
      </div>
      <SqlPreview sql={buildCreateTable(shown)} />
      <FaultNotice fault={migration.fault} />
      <SaveButton pending={migration.pending} onCancel={onCancel}>
        Create table
      </SaveButton>
    </form>
  );
}
