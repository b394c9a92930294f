import { useRef, useState } from 'react';
import { titleOf } from '../people/describe-person.ts';
import type { PersonData } from '../people/people-data.ts';
import { useAnswer } from '../use-answer.ts';
import { ReferencePicker } from './row/reference-picker.tsx';

const accounts = { schema: 'auth', name: 'people', column: 'id' };

/** Whose eyes the table is seen with: the owner's, which see everything, a visitor's, or those of a person. */
export function LookAs({ as, onChange }: { as: string | null; onChange(as: string | null): void }) {
  const [picks, setPicks] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const person = as !== null && as !== 'anon' ? as : undefined;
  return (
    <div className="look-as">
      <fieldset className="choices">
        <legend className="label">Look as</legend>
        <button type="button" className="choice" aria-pressed={as === null} onClick={() => onChange(null)}>
          Owner
        </button>
        <button
          type="button"
          className="choice"
          aria-pressed={as === 'anon'}
          onClick={() => onChange('anon')}
        >
          Visitor
        </button>
        <button
          ref={opener}
          type="button"
          className="choice"
          aria-pressed={person !== undefined}
          aria-expanded={picks}
          onClick={() => setPicks(!picks)}
        >
          {person ? <PersonTitle id={person} /> : 'Person …'}
        </button>
      </fieldset>
      {picks && (
        <ReferencePicker
          target={accounts}
          onPick={(id) => {
            setPicks(false);
            opener.current?.focus();
            onChange(id);
          }}
        />
      )}
    </div>
  );
}

function PersonTitle({ id }: { id: string }) {
  const { answer } = useAnswer<PersonData>('/people/person', { id });
  return answer ? titleOf(answer) : 'Person';
}
