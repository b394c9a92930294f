import { useId } from 'react';
import { maxCompared, type NamesState } from '../../names/view-query.ts';
import { namesPath } from './names-address.ts';
import { StateFields } from './state-fields.tsx';
import { useNavigateForm } from './use-navigate-form.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Adds a name to the comparison. */
export function CompareForm({ state, names }: { state: NamesState; names: string[] }) {
  const id = useId();
  const { suggestions, suggest } = useSuggestions();
  const submit = useNavigateForm();
  if (names.length >= maxCompared) return null;
  return (
    <form className="names-line-form" action={`${namesPath}#compare`} method="get" onSubmit={submit}>
      <StateFields state={{ ...state, name: '', compare: names }} />
      <label className="field" htmlFor={id}>
        <span className="field-label">Compare with</span>
        <input
          className="input"
          id={id}
          type="text"
          name="compare"
          required
          maxLength={40}
          autoComplete="off"
          list={`${id}list`}
          dir="auto"
          onInput={(event) => suggest(event.currentTarget.value)}
        />
      </label>
      <datalist id={`${id}list`}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit" className="button">
        Compare
      </button>
    </form>
  );
}
