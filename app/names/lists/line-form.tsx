import { type FormEvent, useId } from 'react';

interface LineFormProps {
  label: string;
  action: string;
  maxLength: number;
  /** What stands in the field at first. */
  initial?: string;
  suggestions?: string[];
  onType?: (text: string) => void;
  onSubmit: (text: string) => unknown;
}

/** One field and a button. The field is emptied when it was sent. */
export function LineForm(props: LineFormProps) {
  const { label, action, maxLength, initial, suggestions, onType, onSubmit } = props;
  const id = useId();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const text = new FormData(form).get('text');
    if (typeof text !== 'string' || text.trim() === '') return;
    await onSubmit(text.trim());
    form.reset();
  }
  return (
    <form className="names-line-form" method="post" onSubmit={(event) => void submit(event)}>
      <label className="field">
        <span className="field-label">{label}</span>
        <input
          className="input"
          type="text"
          name="text"
          required
          maxLength={maxLength}
          defaultValue={initial}
          autoComplete="off"
          dir="auto"
          list={suggestions ? id : undefined}
          onInput={(event) => onType?.(event.currentTarget.value)}
        />
      </label>
      {suggestions && (
        <datalist id={id}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <button type="submit" className="button">
        {action}
      </button>
    </form>
  );
}
