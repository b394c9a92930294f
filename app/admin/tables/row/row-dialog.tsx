import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { AdminFault, callAdmin, explainFault } from '../../call-admin.ts';
import type { Cell, Row, RowKey, TableDetails } from '../table-data.ts';
import { jsonFault, ValueField } from './value-field.tsx';

interface RowDialogProps {
  table: TableDetails;
  /** As it stands in addresses. */
  name: string;
  /** Undefined for a new row. */
  row: Row | undefined;
  isReadOnly: boolean;
  /** The field to begin with. */
  column: string | undefined;
  onSaved(row: Row): void;
  onClose(): void;
}

export function keyOf({ key }: TableDetails, row: Row): RowKey {
  return Object.fromEntries(key.map((column) => [column, row[column] ?? '']));
}

/** A row with all its values, or the form of a new one. Only what was changed is sent. */
export function RowDialog(props: RowDialogProps) {
  const { table, name, row, isReadOnly, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const form = useRowForm({
    ...props,
    onSaved(saved) {
      // Closed first, so that the focus goes back to where it came from.
      dialog.current?.close();
      props.onSaved(saved);
    },
  });
  const title = row ? (isReadOnly ? 'Row' : 'Edit row') : 'New row';
  const first = props.column ?? table.columns.find(({ isGenerated }) => !isGenerated)?.name;
  return (
    <dialog ref={dialog} className="admin-dialog row-dialog" aria-labelledby="row-dialog" onClose={onClose}>
      <h2 className="section-title" id="row-dialog">
        {title} <span className="hint">{name}</span>
      </h2>
      <form method="post" onSubmit={form.submit} noValidate>
        <FaultNotice fault={form.fault?.column ? undefined : form.fault?.message} />
        {table.columns.map((column) => (
          <ValueField
            key={column.name}
            column={column}
            value={column.name in form.changes ? form.changes[column.name] : form.values[column.name]}
            isReadOnly={isReadOnly}
            fault={form.fault?.column === column.name ? form.fault.message : undefined}
            hasFocus={column.name === first}
            onChange={(value) => form.change(column.name, value)}
          />
        ))}
        {isReadOnly ? (
          <p className="save-row">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </p>
        ) : (
          <SaveButton pending={form.pending} onCancel={() => dialog.current?.close()}>
            {row ? 'Save row' : 'Add row'}
          </SaveButton>
        )}
      </form>
    </dialog>
  );
}

interface Fault {
  message: string;
  column?: string | undefined;
}

function useRowForm({ table, name, row, onSaved, onClose }: RowDialogProps) {
  const [values, setValues] = useState<Partial<Row>>(row ?? {});
  const [changes, setChanges] = useState<Record<string, Cell | undefined>>({});
  const [fault, setFault] = useState<Fault>();
  const [pending, setPending] = useState(false);

  // The list has long values cut.
  useEffect(() => {
    if (!row || table.key.length === 0) return;
    const leaving = new AbortController();
    const query = { table: name, key: JSON.stringify(keyOf(table, row)) };
    callAdmin<{ row: Row }>('/tables/row', { query, signal: leaving.signal }).then(
      (answer) => setValues(answer.row),
      (error: unknown) => !leaving.signal.aborted && setFault({ message: explainFault(error) }),
    );
    return () => leaving.abort();
  }, [row, table, name]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const changed = Object.entries(changes).filter(
      (entry): entry is [string, Cell] => entry[1] !== undefined && entry[1] !== values[entry[0]],
    );
    if (pending) return;
    if (row && changed.length === 0) return onClose();
    const broken = table.columns.find((column) => jsonFault(column, changes[column.name]));
    if (broken) return setFault({ message: 'This is no JSON yet.', column: broken.name });
    setPending(true);
    setFault(undefined);
    try {
      onSaved(await save(Object.fromEntries(changed)));
    } catch (error) {
      setFault(toFault(error));
      // What is there now, to compare with what was typed.
      if (error instanceof AdminFault && error.code === 'changed') setValues(Object(error.body.row));
      setPending(false);
    }
  }

  async function save(changed: Row): Promise<Row> {
    if (row) {
      const old = Object.fromEntries(Object.keys(changed).map((column) => [column, values[column] ?? null]));
      const body = { table: name, key: keyOf(table, row), old, new: changed };
      return (await callAdmin<{ row: Row }>('/tables/update', { method: 'POST', body })).row;
    }
    const body = { table: name, rows: [changed] };
    const answer = await callAdmin<{ rows: Row[] }>('/tables/insert', { method: 'POST', body });
    return answer.rows[0] ?? changed;
  }

  function change(column: string, value: Cell | undefined) {
    setChanges({ ...changes, [column]: value });
    if (fault?.column === column) setFault(undefined);
  }

  return { values, changes, change, fault, pending, submit };
}

function toFault(error: unknown): Fault {
  const column = error instanceof AdminFault ? error.body.column : undefined;
  return { message: explainFault(error), ...(typeof column === 'string' && { column }) };
}
