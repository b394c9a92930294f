import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { maxCompared, type NamesState, toViewQuery } from '../../names/view-query.ts';
import { HiddenFields } from './hidden-fields.tsx';
import { namesPath } from './names-address.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Adds a name to the comparison. */
export function CompareForm({ state, names }: { state: NamesState; names: string[] }) {
  const id = useId();
  const { suggestions, suggest } = useSuggestions();
  const submit = useNavigateForm();
  if (names.length >= maxCompared) return null;
  return (
    <form className="names-line-form" action={namesPath} method="get" onSubmit={submit}>
      <HiddenFields query={toViewQuery({ ...state, compare: names })} />
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

/** Submits a GET form by the router, as a link would be followed. Without a script the browser submits it. */
function useNavigateForm() {
  const navigate = useNavigate();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    void navigate({ pathname: new URL(form.action).pathname, search: `?${new URLSearchParams(fields)}` });
  };
}
