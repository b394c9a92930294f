import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { offerDownload } from '../../runtime/offer-download.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { callAdmin, explainFault } from '../call-admin.ts';
import { showNotice } from '../notice.tsx';
import { useAnswer } from '../use-answer.ts';
import styles from './api.css?url';
import type { ApiPage, ShownKeys } from './api-data.ts';
import { CopyBox } from './copy-box.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { listFunctionCalls, listTableCalls, writeClient } from './ready-calls.ts';

/** `/admin/api`: how programs call the site's data. `?of=table:places` is the table or function that is shown. */
export function ApiSection() {
  const { answer, fault, again } = useAnswer<ApiPage>('/api');
  if (fault) return <AdminProblem fault={fault} again={again} />;
  if (!answer) return <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />;
  return (
    <div className="api">
      <link rel="stylesheet" href={styles} precedence="admin" />
      <section aria-labelledby="api-connect">
        <h2 className="section-title" id="api-connect">
          Connect
        </h2>
        <p>
          The key below is public: browsers send it. What a caller may read and change is decided by the
          policies of each table.
        </p>
        <CopyBox label="A client of supabase-js" text={writeClient(answer)} />
        <Tools page={answer} />
      </section>
      <Calls page={answer} />
    </div>
  );
}

function Tools({ page }: { page: ApiPage }) {
  const [keys, setKeys] = useState<ShownKeys>();

  async function downloadTypes() {
    try {
      const { text } = await callAdmin<{ text: string }>('/api/types');
      offerDownload('database.types.ts', 'text/plain', text);
    } catch (error) {
      showNotice({ text: explainFault(error) });
    }
  }
  async function showKeys() {
    try {
      setKeys((await callAdmin<{ keys: ShownKeys }>('/api/keys', { method: 'POST' })).keys);
    } catch (error) {
      showNotice({ text: explainFault(error) });
    }
  }

  if (page.dashboard)
    return (
      <p className="hint">
        Secret keys are in <a href={page.dashboard}>the dashboard of your project</a>. Types are written by{' '}
        <code>supabase gen types typescript --linked</code>.
      </p>
    );
  return (
    <p className="choices">
      <button type="button" className="choice" onClick={() => void downloadTypes()}>
        Download types (TypeScript)
      </button>
      <button type="button" className="choice" onClick={() => void showKeys()}>
        Show secret keys
      </button>
      {keys && <KeysDialog keys={keys} onClose={() => setKeys(undefined)} />}
    </p>
  );
}

function Calls({ page }: { page: ApiPage }) {
  const [query, setQuery] = useSearchParams();
  const [language, setLanguage] = useState<'js' | 'curl'>('js');
  const { tables, functions } = page;
  const first = tables[0] ? `table:${tables[0].name}` : `function:${functions[0]?.name}`;
  const chosen = query.get('of') ?? first;
  const table = tables.find(({ name }) => chosen === `table:${name}`);
  const called = functions.find(({ name }) => chosen === `function:${name}`);
  const calls = table ? listTableCalls(table, page) : called ? listFunctionCalls(called, page) : [];
  return (
    <section aria-labelledby="api-calls">
      <h2 className="section-title" id="api-calls">
        Ready calls
      </h2>
      {tables.length + functions.length === 0 && (
        <p className="hint">
          There is nothing to call yet. A table in the schema public appears here when visitors or users are
          granted something on it.
        </p>
      )}
      <div className="api-choose">
        <label>
          <span className="label">Table or function</span>
          <select
            className="input"
            value={chosen}
            onChange={({ target }) =>
              setQuery({ of: target.value }, { replace: true, preventScrollReset: true })
            }
          >
            <optgroup label="Tables and views">
              {tables.map(({ name }) => (
                <option key={name} value={`table:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
            <optgroup label="Functions">
              {[...new Set(functions.map(({ name }) => name))].map((name) => (
                <option key={name} value={`function:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
        <span className="choices">
          {(['js', 'curl'] as const).map((name) => (
            <button
              key={name}
              type="button"
              className="choice"
              aria-pressed={language === name}
              onClick={() => setLanguage(name)}
            >
              {name === 'js' ? 'supabase-js' : 'curl'}
            </button>
          ))}
        </span>
      </div>
      {calls.length === 0 && tables.length + functions.length > 0 && (
        <p className="hint">There is no such table or function. Choose one above.</p>
      )}
      {calls.map(({ title, js, curl }) => {
        const text = language === 'js' ? js : curl;
        return (
          <div key={title} className="api-call">
            <h3>{title}</h3>
            {text === undefined ? (
              <p className="hint">This takes a socket: use supabase-js.</p>
            ) : (
              <CopyBox label={title} text={text} />
            )}
          </div>
        );
      })}
    </section>
  );
}
