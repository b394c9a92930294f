import { TextField } from '../components/text-field.tsx';

interface CodeFieldProps {
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  label?: string;
  onChange(code: string): void;
}

/** One field, so that pasting, one-time-code autofill and screen readers all work; spaces and dashes are removed. */
export function CodeField({ label = 'Code', onChange, ...props }: CodeFieldProps) {
  return (
    <div className="code-field">
      <TextField
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        onChange={(event) => onChange(event.target.value.replace(/[\s-]/g, '').slice(0, 10))}
        {...props}
      />
    </div>
  );
}
