import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { CodeField } from './code-field.tsx';
import { describeFactor } from './describe-factor.ts';
import type { FactorProps } from './factor-props.ts';
import { needsCode } from './messages.ts';
import { SubmitButton } from './submit-button.tsx';
import { useFocusOnShow } from './use-focus-on-show.ts';

/** A code of an authenticator app or a text message. */
export function FactorCode({ factor, call, onDone }: FactorProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [challengeId, setChallengeId] = useState<string>();
  const form = useFocusOnShow<HTMLFormElement>(challengeId);
  const isText = factor.factor_type === 'phone';

  const sendText = () =>
    call.run(
      (auth) => auth.mfa.challenge({ factorId: factor.id, channel: 'sms' }),
      ({ id }) => setChallengeId(id),
    );

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isText && !challengeId) return sendText();
    setError(code === '' ? needsCode : undefined);
    if (code === '') return event.currentTarget.querySelector<HTMLElement>('[name=code]')?.focus();
    await call.run(
      (auth) =>
        challengeId
          ? auth.mfa.verify({ factorId: factor.id, challengeId, code })
          : auth.mfa.challengeAndVerify({ factorId: factor.id, code }),
      onDone,
    );
  }

  const waits = isText && !challengeId;
  return (
    <form ref={form} className="grid gap-m" method="post" noValidate onSubmit={submit}>
      <p>
        {isText
          ? 'Your account asks for a second factor: a code by text message.'
          : 'Your account asks for a second factor. Enter the code that your authenticator app shows now.'}
      </p>
      {!waits && (
        <CodeField
          label={`Code of ${describeFactor(factor)}`}
          value={code}
          error={error}
          onChange={setCode}
        />
      )}
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>{waits ? 'Send a code' : 'Continue'}</SubmitButton>
    </form>
  );
}
