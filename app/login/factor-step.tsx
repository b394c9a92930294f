import type { Factor } from '@supabase/supabase-js';
import { type FormEvent, useEffect, useState } from 'react';
import { SkeletonLines } from '../components/skeleton.tsx';
import { CodeField } from './code-field.tsx';
import { FaultNotice } from './fault-notice.tsx';
import { SubmitButton } from './submit-button.tsx';
import { type Call, useCall } from './use-call.ts';
import { needsCode } from './words.ts';

/** The second factor: a code from an app or a text message, or a security key. */
export function FactorStep({ onDone, onCancel }: { onDone(): Promise<void>; onCancel(): void }) {
  const [factors, setFactors] = useState<Factor[]>();
  const [chosen, setChosen] = useState<Factor>();
  const call = useCall();
  const { run } = call;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step is shown.
  useEffect(() => {
    run(
      (auth) => auth.mfa.listFactors(),
      ({ all }) => {
        const verified = all.filter(({ status }) => status === 'verified');
        setFactors(verified);
        setChosen(verified[0]);
      },
    );
  }, []);

  if (!factors) {
    return (
      <div className="login-form" aria-busy="true">
        <SkeletonLines lines={['w-3/5', 'w-4/5']} />
        <FaultNotice fault={call.fault} />
      </div>
    );
  }
  return (
    <div className="login-form">
      {chosen &&
        (chosen.factor_type === 'webauthn' ? (
          <SecurityKey key={chosen.id} factor={chosen} call={call} onDone={onDone} />
        ) : (
          <FactorCode key={chosen.id} factor={chosen} call={call} onDone={onDone} />
        ))}
      <ul className="other-ways">
        {factors
          .filter(({ id }) => id !== chosen?.id)
          .map((factor) => (
            <li key={factor.id}>
              <button type="button" className="text-button" onClick={() => setChosen(factor)}>
                Use {describeFactor(factor)} instead
              </button>
            </li>
          ))}
        <li>
          <button type="button" className="text-button" onClick={onCancel}>
            Cancel and sign out
          </button>
        </li>
      </ul>
    </div>
  );
}

interface FactorProps {
  factor: Factor;
  call: Call;
  onDone(): Promise<void>;
}

function FactorCode({ factor, call, onDone }: FactorProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [challengeId, setChallengeId] = useState<string>();
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
    <form className="grid gap-m" method="post" noValidate onSubmit={submit}>
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

function SecurityKey({ factor, call, onDone }: FactorProps) {
  const confirm = () => call.run((auth) => auth.mfa.webauthn.authenticate({ factorId: factor.id }), onDone);
  return (
    <div className="grid gap-m">
      <p>Your account asks for a second factor: {describeFactor(factor)}.</p>
      <FaultNotice fault={call.fault} />
      <button type="button" className="button" aria-disabled={call.pending || undefined} onClick={confirm}>
        {call.pending ? 'Waiting for the key …' : 'Use the security key'}
      </button>
    </div>
  );
}

const factorNames: Record<string, string> = {
  totp: 'your authenticator app',
  phone: 'a text message',
  webauthn: 'a security key',
  recovery_code: 'a recovery code',
};

export function describeFactor({ factor_type, friendly_name }: Factor): string {
  return friendly_name ? `“${friendly_name}”` : (factorNames[factor_type] ?? 'your second factor');
}
