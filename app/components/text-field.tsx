import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The error of the field, shown next to it and announced; falsy when there is none. */
  error?: string | false | undefined;
  hint?: ReactNode;
}

export function TextField({ label, error, hint, ...props }: TextFieldProps) {
  const id = useId();
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        type="text"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...props}
      />
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
