import { FaultNotice } from '../components/fault-notice.tsx';
import { describeFactor } from './describe-factor.ts';
import type { FactorProps } from './factor-props.ts';
import { useFocusOnShow } from './use-focus-on-show.ts';

export function SecurityKey({ factor, call, onDone }: FactorProps) {
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
