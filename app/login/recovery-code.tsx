import type { SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { TextField } from '../components/text-field.tsx';
import type { FactorProps } from './factor-props.ts';
import type { CallError } from './messages.ts';
import { SubmitButton } from './submit-button.tsx';
import { useFocusOnShow } from './use-focus-on-show.ts';

/** A recovery code in place of a factor that is lost. */
export function RecoveryCode({ call, onDone }: FactorProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const form = useFocusOnShow<HTMLFormElement>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const bare = code.replace(/[\s-]/g, '').toLowerCase();
    setError(bare === '' ? 'Please enter one of your recovery codes.' : undefined);
    if (bare === '') return event.currentTarget.querySelector('input')?.focus();
    await call.run((auth) => verify(auth, bare), onDone);
  }

  return (
    <form ref={form} className="grid gap-m" method="post" noValidate onSubmit={submit}>
      <p>Enter one of the recovery codes that you kept. Each works once.</p>
      <div className="recovery-field">
        <TextField
          label="Recovery code"
          name="code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          value={code}
          error={error}
          onChange={(event) => setCode(event.target.value)}
        />
      </div>
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Continue</SubmitButton>
    </form>
  );
}

type Answer = { data: object; error: null } | { data: null; error: CallError };

/** For an app the same error code means to wait for the next code; a recovery code has no next one. */
async function verify(auth: SupabaseClient['auth'], code: string): Promise<Answer> {
  const answer = await auth.mfa.recoveryCodes.verify({ code });
  if (answer.error?.code !== 'mfa_verification_failed') return answer;
  const { name, message, status } = answer.error;
  return { data: null, error: { name, message, status, code: 'recovery_code_wrong' } };
}
