import { useRef, useState } from 'react';
import { AdminProblem } from '../admin-problem.tsx';
import type { ApiPage } from '../api/api-data.ts';
import { useAnswer } from '../use-answer.ts';
import type { SqlEditor } from './create-sql-editor.ts';
import { findErrorPlace } from './find-error-place.ts';
import { ResultView } from './result-view.tsx';
import { SaveMigration } from './save-migration.tsx';
import { Snippets } from './snippets.tsx';
import styles from './sql.css?url';
import type { RunKind, SqlPage } from './sql-data.ts';
import { SqlEditorBox } from './sql-editor.tsx';
import { useRun } from './use-run.ts';

/** `/admin/sql`: statements of an owner, run as one transaction that changes nothing unless it is allowed to. */
export function SqlSection() {
  const page = useAnswer<SqlPage>('/sql');
  const names = useAnswer<ApiPage>('/api');
  const editor = useRef<SqlEditor>(undefined);
  const [text, setText] = useState(readKeptSql);
  const [allowChanges, setAllowChanges] = useState(false);
  const run = useRun();

  async function start(kind: RunKind) {
    const sql = editor.current?.read() ?? text;
    if (sql.trim() === '') return editor.current?.focus();
    editor.current?.mark(undefined);
    const fault = await run.start({ sql, kind, allowChanges });
    if (fault && editor.current?.read() === sql) editor.current.mark(findErrorPlace(sql, fault.message));
  }

  if (page.fault) return <AdminProblem fault={page.fault} again={page.again} />;
  return (
    <div className="sql">
      <link rel="stylesheet" href={styles} precedence="admin" />
      <div className="sql-main">
        <SqlEditorBox
          text={text}
          onChange={(changed) => {
            setText(changed);
            keepSql(changed);
          }}
          onRun={() => void start('run')}
          readNames={() => listNames(names.answer)}
          onReady={(ready) => {
            editor.current = ready;
          }}
        />
        <div className="sql-actions">
          <button
            type="button"
            className="button"
            onClick={() => void start('run')}
            aria-disabled={run.pending || undefined}
          >
            Run
          </button>
          <span className="choices">
            <button type="button" className="choice" onClick={() => void start('explain')}>
              Explain
            </button>
            <button type="button" className="choice" onClick={() => void start('measure')}>
              Run and measure
            </button>
            {run.pending && (
              <button type="button" className="choice" onClick={run.stop}>
                Stop
              </button>
            )}
          </span>
          <label className="sql-switch">
            <input
              type="checkbox"
              checked={allowChanges}
              onChange={({ target }) => setAllowChanges(target.checked)}
            />
            Allow changes
          </label>
        </div>
        {allowChanges ? (
          <p className="notice sql-warning">
            Statements run with all rights of the database’s owner and can delete anything. There is no undo.
            Turn it off when you are done.
          </p>
        ) : (
          <p className="hint sql-keys">
            Statements only read. Each may take 8 seconds. Ctrl or ⌘ with Enter runs them; Escape and then Tab
            leaves the editor.
          </p>
        )}
        <ResultView {...run} />
      </div>
      <aside className="sql-side">
        <Snippets
          page={page.answer}
          text={text}
          onOpen={(sql) => {
            editor.current?.replace(sql);
            editor.current?.focus();
          }}
          onChanged={page.again}
        />
        <SaveMigration
          canMigrate={page.answer?.canMigrate}
          text={text}
          onFault={(place) => editor.current?.mark(place)}
        />
      </aside>
    </div>
  );
}

function listNames(answer: ApiPage | undefined): string[] {
  const tables = answer?.tables ?? [];
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => name));
  return [...new Set([...tables.map(({ name }) => name), ...columns])];
}

/** The text of the editor, kept for this tab, so that a reload loses nothing. */
const storageKey = 'admin-sql';
const example = 'select id, email, created_at\nfrom auth.users\norder by created_at desc\nlimit 20;\n';

function readKeptSql(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? example;
  } catch {
    return example;
  }
}

/** A browser may refuse to store, or have no room. */
function keepSql(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {}
}
