import { useEffect, useId, useRef, useState } from 'react';
import { callAdmin, explainFault } from '../../call-admin.ts';
import { titleOf } from '../../people/describe-person.ts';
import type { PeoplePage } from '../../people/people-data.ts';
import { formatTable } from '../table-address.ts';
import type { Column, Row, RowPage } from '../table-data.ts';

interface Choice {
  value: string;
  title: string;
}

type Reference = NonNullable<Column['references']>;

const pauseMs = 250;

/** Accounts are found as on the page about people; rows of other tables by their texts and the start of their key. */
async function findChoices(target: Reference, typed: string, signal: AbortSignal): Promise<Choice[]> {
  if (target.schema === 'auth') {
    const { people } = await callAdmin<PeoplePage>('/people', { query: { q: typed }, signal });
    return people.slice(0, 20).map((person) => ({ value: person.id, title: titleOf(person) }));
  }
  const query = { table: formatTable(target), q: typed || undefined, limit: '20' };
  const { rows } = await callAdmin<RowPage>('/tables/rows', { query, signal });
  return rows.map((row) => ({ value: row[target.column] ?? '', title: describeRow(row, target.column) }));
}

/** The first few values beside the key. */
function describeRow(row: Row, key: string): string {
  const texts = Object.entries(row).filter(([name, value]) => name !== key && value);
  return texts
    .slice(0, 3)
    .map(([, value]) => value?.slice(0, 60))
    .join(' · ');
}

/** Finds the row that a column refers to. */
export function ReferencePicker({ target, onPick }: { target: Reference; onPick(value: string): void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [choices, setChoices] = useState<Choice[]>();
  const [fault, setFault] = useState<string>();
  const { schema, name, column } = target;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(
      () =>
        findChoices({ schema, name, column }, typed.trim(), leaving.signal).then(
          (found) => {
            setChoices(found);
            setFault(undefined);
          },
          (error: unknown) => {
            if (leaving.signal.aborted) return;
            setChoices(undefined);
            setFault(explainFault(error));
          },
        ),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [schema, name, column, typed]);
  return (
    <div className="reference-picker" role="group" aria-labelledby={id}>
      <p className="hint" id={id}>
        Rows of {schema === 'auth' ? 'people' : formatTable(target)}
      </p>
      <input
        className="input"
        type="search"
        aria-label={`Search ${name}`}
        placeholder="A text or the start of the key"
        value={typed}
        ref={field}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      <ul>
        {choices?.map((choice) => (
          <li key={choice.value}>
            <button type="button" onClick={() => onPick(choice.value)}>
              <code>{choice.value}</code> {choice.title}
            </button>
          </li>
        ))}
      </ul>
      <p className="hint" role="status">
        {fault ?? (choices?.length === 0 && 'No row has this.')}
      </p>
    </div>
  );
}
