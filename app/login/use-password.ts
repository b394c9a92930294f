import { type FormEvent, useState } from 'react';
import { needsAddressAndPassword } from './messages.ts';

export interface TypedPassword {
  password: string;
  setPassword(typed: string): void;
  /** What is wrong with it, for its field. */
  error: string | undefined;
  /** Whether there is one to send. Where there is none, the field says so and has the focus. */
  check(event: FormEvent<HTMLFormElement>): boolean;
}

/** The password of a form of the login page. */
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
