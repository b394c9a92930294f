import { useState } from 'react';
import { checkSurname, type SurnameFinding } from '../../names/surname.ts';
import { type NamesState, toViewQuery } from '../../names/view-query.ts';
import { useEarlyInput } from '../runtime/use-early-input.ts';
import { namesPath } from './names-address.ts';
import { StateFields } from './state-fields.tsx';

const titles: Record<SurnameFinding['kind'], string> = {
  initials: 'Initials',
  rhyme: 'Rhyme',
  clash: 'Sounds',
  rhythm: 'Rhythm',
};

/** Checks how names go with a surname: in the browser while the visitor types; without a script, on the server. */
export function SurnameCheck({ state, names }: { state: NamesState; names: string[] }) {
  const [surname, setSurname] = useState(state.surname);
  const form = useEarlyInput({ surname }, (found) => setSurname(found.surname));
  return (
    <section className="name-block" aria-labelledby="surname-title">
      <h3 id="surname-title">With a surname</h3>
      <form
        ref={form}
        className="names-line-form"
        action={namesPath}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          history.replaceState(
            history.state,
            '',
            namesPath + toViewQuery({ ...state, surname }) + location.hash,
          );
        }}
      >
        <StateFields state={{ ...state, surname: '' }} />
        <label className="field">
          <span className="field-label">Surname</span>
          <input
            className="input"
            type="text"
            name="surname"
            defaultValue={state.surname}
            maxLength={40}
            autoComplete="off"
            dir="auto"
            onInput={(event) => setSurname(event.currentTarget.value)}
          />
        </label>
        <button type="submit" className="button">
          Listen
        </button>
      </form>
      {surname.trim() !== '' &&
        names.map((name) => <Findings key={name} name={name} surname={surname.trim()} />)}
    </section>
  );
}

function Findings({ name, surname }: { name: string; surname: string }) {
  const findings = checkSurname(name, surname);
  return (
    <div className="surname-findings">
      <p className="surname-name">
        {name} <bdi>{surname}</bdi>
      </p>
      {findings ? (
        <dl>
          {findings.map(({ kind, isGood, message }) => (
            <div key={kind} data-mind={isGood ? undefined : ''}>
              <dt className="surname-kind">{titles[kind]}</dt>
              <dd>
                <span aria-hidden="true">{isGood ? '✓' : '!'}</span> {message}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="hint">
          This cannot be read aloud by the rules for English names, so nothing is said about it.
        </p>
      )}
    </div>
  );
}
