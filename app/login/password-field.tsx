import { useState } from 'react';
import { TextField } from '../components/text-field.tsx';

interface PasswordFieldProps {
  label?: string;
  /** `current-password` to sign in, `new-password` to set one: password managers read this. */
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error?: string | undefined;
  hint?: React.ReactNode;
  onChange(value: string): void;
}

export function PasswordField({ label = 'Password', onChange, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="password-field">
      <TextField
        label={label}
        name="password"
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        {...props}
      />
      <button type="button" className="password-toggle" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
