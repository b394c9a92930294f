import { type FormEvent, useState } from 'react';
import { TextField } from './text-field.tsx';

/** Read by people and by the tests of the specification: keep the sentence. */
const missing = 'You must provide either an email or phone number.';
const malformed = 'That is not an e-mail address. It should look like name@example.org.';

/** One field first; what comes next depends on the account. */
export function LoginForm() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = email.trim();
    const fault = address === '' ? missing : isAddress(address) ? undefined : malformed;
    setError(fault);
    setRefused(fault ? undefined : address);
    if (fault) event.currentTarget.querySelector('input')?.focus();
  }

  return (
    // POST keeps the address out of the page's own, should the form be sent before a script runs.
    <form className="needs-script mt-l grid max-w-96 gap-m" method="post" noValidate onSubmit={submit}>
      <TextField
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      <button type="submit" className="button justify-self-start">
        Continue
      </button>
      <div role="status">
        {refused && (
          <p className="notice">
            Sign-in is not switched on for this site yet. Nothing was sent to {refused}, and nothing was
            stored.
          </p>
        )}
      </div>
    </form>
  );
}

function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
