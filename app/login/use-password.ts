import { type FormEvent, useState } from 'react';
import { needsAddressAndPassword } from './messages.ts';

export interface TypedPassword {
  password: string;
  setPassword(typed: string): void;
  /** The error for the field. */
  error: string | undefined;
  /** Whether there is a password to send. Otherwise the field shows the error and receives the focus. */
  check(event: FormEvent<HTMLFormElement>): boolean;
}

/** The password field of a form on the login page. */
export function usePassword(): TypedPassword {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  function check({ currentTarget: form }: FormEvent<HTMLFormElement>): boolean {
    const isMissing = password === '';
    setError(isMissing ? needsAddressAndPassword : undefined);
    if (isMissing) form.querySelector<HTMLElement>('[name=password]')?.focus();
    return !isMissing;
  }

  return { password, setPassword, error, check };
}
