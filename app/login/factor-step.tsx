import type { Factor } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { describeFactor } from './describe-factor.ts';
import { FactorCode } from './factor-code.tsx';
import type { FactorProps } from './factor-props.ts';
import { RecoveryCode } from './recovery-code.tsx';
import { useCall } from './use-call.ts';
import { useFocusOnShow } from './use-focus-on-show.ts';

interface FactorStepProps {
  onDone(): Promise<void>;
  onCancel(): void;
  cancelLabel?: string;
}

/** The second factor: a code from an app or a text message, a security key, or a recovery code when those are lost. */
export function FactorStep({ onDone, onCancel, cancelLabel = 'Cancel and sign out' }: FactorStepProps) {
  const [factors, setFactors] = useState<Factor[]>();
  const [chosen, setChosen] = useState<Factor>();
  const call = useCall();
  const { run } = call;

  const load = () =>
    run(
      (auth) => auth.mfa.listFactors(),
      ({ all }) => {
        const usable = all.filter(({ status }) => status === 'verified').sort(codesLast);
        setFactors(usable);
        setChosen(usable[0]);
      },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step is shown.
  useEffect(() => {
    load();
  }, []);

  function choose(factor: Factor) {
    call.setFault(undefined);
    setChosen(factor);
  }

  const cancel = (
    <li>
      <button type="button" className="text-button" onClick={onCancel}>
        {cancelLabel}
      </button>
    </li>
  );
  if (!factors) {
    return (
      <div className="login-form" aria-busy={!call.fault}>
        {!call.fault && <SkeletonLines lines={['w-3/5', 'w-4/5']} />}
        <FaultNotice fault={call.fault} />
        {call.fault && (
          <ul className="other-ways">
            <li>
              <button type="button" className="text-button" onClick={load}>
                Try again
              </button>
            </li>
            {cancel}
          </ul>
        )}
      </div>
    );
  }
  return (
    <div className="login-form">
      {chosen && <ChosenFactor key={chosen.id} factor={chosen} call={call} onDone={onDone} />}
      <ul className="other-ways">
        {factors
          .filter(({ id }) => id !== chosen?.id)
          .map((factor) => (
            <li key={factor.id}>
              <button type="button" className="text-button" onClick={() => choose(factor)}>
                Use {describeFactor(factor)} instead
              </button>
            </li>
          ))}
        {cancel}
      </ul>
    </div>
  );
}

function ChosenFactor(props: FactorProps) {
  switch (props.factor.factor_type) {
    case 'webauthn':
      return <SecurityKey {...props} />;
    case 'recovery_code':
      return <RecoveryCode {...props} />;
    default:
      return <FactorCode {...props} />;
  }
}

/** Recovery codes are few, so the reusable factors come first. */
function codesLast(one: Factor, other: Factor): number {
  return Number(one.factor_type === 'recovery_code') - Number(other.factor_type === 'recovery_code');
}

function SecurityKey({ factor, call, onDone }: FactorProps) {
  const form = useFocusOnShow<HTMLDivElement>();
  const confirm = () => call.run((auth) => auth.mfa.webauthn.authenticate({ factorId: factor.id }), onDone);
  return (
    <div ref={form} className="grid gap-m">
      <p>Your account asks for a second factor: {describeFactor(factor)}.</p>
      <FaultNotice fault={call.fault} />
      <button type="button" className="button" aria-disabled={call.pending || undefined} onClick={confirm}>
        {call.pending ? 'Waiting for the key …' : 'Use the security key'}
      </button>
    </div>
  );
}
