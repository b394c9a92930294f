import { type FormEvent, useState } from 'react';
import { useBackendSettings } from './backend-settings.ts';
import { type CallError, readWeakReasons, toWeakPasswordMessage } from './messages.ts';
import { findRefusal, type PasswordRules } from './password-strength.ts';
import type { Call } from './use-call.ts';

export interface NewPassword {
  password: string;
  rules: PasswordRules;
  /** Whether the backend refused this password. */
  isRefused: boolean;
  /** The error for the field. */
  error: string | undefined;
  type(typed: string): void;
  /**
   * Whether the password can be sent. Otherwise the field shows the error and receives the focus: a password that the backend's rules refuse
   * is not sent.
   */
  check(event: FormEvent<HTMLFormElement>): boolean;
  /** Returns the backend's answer, and remembers its objections to the password. */
  hear<Answer extends { error: CallError | null }>(answer: Answer): Answer;
}

/** The state of a new password. `missing` is the message for an empty field. */
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
      // An error about the previous password does not apply to this one.
      setRefused(false);
      setError(undefined);
      setFault(undefined);
    },
    check({ currentTarget: form }) {
      const refusal = findRefusal(password, rules);
      const fault = password === '' ? missing : refusal && toWeakPasswordMessage([refusal.reason]);
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
