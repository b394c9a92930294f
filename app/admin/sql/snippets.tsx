import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SaveButton } from '../../components/save-button.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { TextField } from '../../components/text-field.tsx';
import { callAdmin, explainFault } from '../call-admin.ts';
import { showNotice } from '../notice.tsx';
import type { Snippet, SqlPage } from './sql-data.ts';

interface SnippetsProps {
  page: SqlPage | undefined;
  /** Of the editor. */
  text: string;
  onOpen(sql: string): void;
  onChanged(): void;
}

const save = (name: string, sql: string) =>
  callAdmin('/sql/snippets', { method: 'POST', body: { name, sql } });
const remove = (name: string) => callAdmin('/sql/snippets/delete', { method: 'POST', body: { name } });

/** Statements that are kept, for all owners. */
export function Snippets({ page, text, onOpen, onChanged }: SnippetsProps) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);

  /** What is changed, and how it is taken back. */
  async function change(work: () => Promise<unknown>, said: string, undo: () => Promise<unknown>) {
    setFault(undefined);
    setPending(true);
    try {
      await work();
      showNotice({
        text: said,
        action: {
          title: 'Undo',
          run: () => void undo().then(onChanged, (error) => setFault(explainFault(error))),
        },
      });
      setName('');
      onChanged();
    } catch (error) {
      setFault(explainFault(error));
    } finally {
      setPending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    if (pending || wanted === '') return;
    const before = page?.snippets.find((snippet) => snippet.name === wanted);
    const said = before ? `“${wanted}” is replaced.` : `“${wanted}” is saved.`;
    void change(
      () => save(wanted, text),
      said,
      () => (before ? save(wanted, before.sql) : remove(wanted)),
    );
  }

  const deleteSnippet = (snippet: Snippet) =>
    void change(
      () => remove(snippet.name),
      `“${snippet.name}” is deleted.`,
      () => save(snippet.name, snippet.sql),
    );

  return (
    <section aria-labelledby="sql-snippets">
      <h2 className="section-title" id="sql-snippets">
        Snippets
      </h2>
      {!page && <SkeletonLines lines={['w-3/5', 'w-4/5']} />}
      {page?.snippets.length === 0 && (
        <p className="hint">None yet. Give the text of the editor a name, and every owner finds it here.</p>
      )}
      <ul className="sql-snippets">
        {page?.snippets.map((snippet) => (
          <li key={snippet.name}>
            <button
              type="button"
              className="text-button"
              title={snippet.sql}
              onClick={() => onOpen(snippet.sql)}
            >
              {snippet.name}
            </button>
            <button
              type="button"
              className="sql-delete"
              aria-label={`Delete ${snippet.name}`}
              onClick={() => deleteSnippet(snippet)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <form method="post" className="sql-form" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <FaultNotice fault={fault} />
        <SaveButton pending={pending}>Save snippet</SaveButton>
      </form>
    </section>
  );
}
