import { type FormEvent, useState } from 'react';
import { useBackendSettings } from './backend-settings.ts';
import { type CallError, readWeakReasons, toWeakPasswordMessage } from './messages.ts';
import { findWeakness, type PasswordRules } from './password-strength.ts';
import type { Call } from './use-call.ts';

export interface NewPassword {
  password: string;
  rules: PasswordRules;
  /** The backend does not take this one. */
  isRefused: boolean;
  /** What is wrong with it, for its field. */
  error: string | undefined;
  type(typed: string): void;
  /** Whether it can be sent. Where it cannot, the field says why and has the focus: what the meter calls too weak is not sent. */
  check(event: FormEvent<HTMLFormElement>): boolean;
  /** Hands on what the backend answers, and remembers what it says against the password. */
  hear<Answer extends { error: CallError | null }>(answer: Answer): Answer;
}

/** A password that is being chosen. `missing` is what is said where there is none. */
export function useNewPassword({ setFault }: Pick<Call, 'setFault'>, missing: string): NewPassword {
  const { passwordRules: rules } = useBackendSettings();
  const [password, setPassword] = useState('');
  const [isRefused, setRefused] = useState(false);
  const [error, setError] = useState<string>();

  return {
    password,
    rules,
    isRefused,
    error,
    type(typed) {
      setPassword(typed);
      // What was said of the last one is not true of this one.
      setRefused(false);
      setError(undefined);
      setFault(undefined);
    },
    check({ currentTarget: form }) {
      const weakness = findWeakness(password, rules);
      const fault = password === '' ? missing : weakness && toWeakPasswordMessage([weakness]);
      setError(fault);
      if (fault) form.querySelector<HTMLElement>('[name=password]')?.focus();
      return !fault;
    },
    hear(answer) {
      setRefused(answer.error !== null && readWeakReasons(answer.error).length > 0);
      return answer;
    },
  };
}
