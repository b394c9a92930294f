import { type FormEvent, useId, useRef } from 'react';

interface LineFormProps {
  label: string;
  action: string;
  maxLength: number;
  /** The initial value of the field. */
  initial?: string;
  suggestions?: string[];
  onType?: (text: string) => void;
  /** Returns false, or a promise of it, on failure. */
  onSubmit: (text: string) => unknown;
}

/** A field and a button. The value is submitted once, and cleared on success. */
export function SingleFieldForm(props: LineFormProps) {
  const { label, action, maxLength, initial, suggestions, onType, onSubmit } = props;
  const id = useId();
  const isSending = useRef(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const text = new FormData(form).get('text');
    if (typeof text !== 'string' || text.trim() === '' || isSending.current) return;
    isSending.current = true;
    const worked = await onSubmit(text.trim());
    isSending.current = false;
    if (worked !== false) form.reset();
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
