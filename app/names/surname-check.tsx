import { useState, useSyncExternalStore } from 'react';
import { checkSurname, type SurnameFinding } from '../../names/surname.ts';
import { useEarlyInput } from '../runtime/use-early-input.ts';
import { HiddenFields } from './hidden-fields.tsx';

const titles: Record<SurnameFinding['kind'], string> = {
  initials: 'Initials',
  rhyme: 'Rhyme',
  clash: 'Sounds',
  rhythm: 'Rhythm',
};

interface SurnameCheckProps {
  /** That of the address. */
  surname: string;
  names: string[];
  /** The address of the same page with a surname. */
  toHref: (surname: string) => string;
}

/** Checks how names go with a surname: in the browser while the visitor types; without a script, on the server. */
export function SurnameCheck({ surname: given, names, toHref }: SurnameCheckProps) {
  const [surname, setSurname] = useState(given);
  const form = useEarlyInput({ surname }, (found) => setSurname(found.surname));
  const [path = '', query = ''] = toHref('').split('?');
  return (
    <section className="name-block" aria-labelledby="surname-title">
      <h2 id="surname-title">With a last name</h2>
      <form
        ref={form}
        className="names-line-form"
        action={path}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          history.replaceState(history.state, '', toHref(surname.trim()) + location.hash);
        }}
      >
        <HiddenFields query={query} />
        <label className="field">
          <span className="field-label">Last name</span>
          <input
            className="input"
            type="text"
            name="surname"
            defaultValue={given}
            maxLength={40}
            autoComplete="off"
            dir="auto"
            onInput={(event) => setSurname(event.currentTarget.value)}
          />
        </label>
        <button type="submit" className="button">
          Check
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
      <div className="surname-heard">
        <p className="surname-name">
          {name} <bdi>{surname}</bdi>
        </p>
        <ListenButton text={`${name} ${surname}`} />
      </div>
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
          The rules for reading English names do not fit this one, so there is nothing to say about it.
        </p>
      )}
    </div>
  );
}

const neverChanges = () => () => {};
const canSpeak = () => 'speechSynthesis' in globalThis;

/** Says a text aloud, where the browser can. */
function ListenButton({ text }: { text: string }) {
  const isShown = useSyncExternalStore(neverChanges, canSpeak, () => false);
  if (!isShown) return null;
  const speak = () => {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = 'en-US';
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  };
  return (
    <button type="button" className="text-button" onClick={speak}>
      Listen<span className="sr-only"> to {text}</span>
    </button>
  );
}
