import type { Factor } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { Day } from '../components/day.tsx';
import { PageSection } from '../components/page-section.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { describeFactor } from '../login/factor-step.tsx';
import { FaultNotice } from '../login/fault-notice.tsx';
import { useCall } from '../login/use-call.ts';
import { EnrolApp } from './enrol-app.tsx';

const kinds: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Text message',
  webauthn: 'Security key',
};

/** Second factors: what there is, one more, one less. */
export function FactorsSection() {
  const [factors, setFactors] = useState<Factor[]>();
  const [adding, setAdding] = useState(false);
  const call = useCall();

  const load = () =>
    call.run(
      (auth) => auth.mfa.listFactors(),
      ({ all }) => setFactors(all.filter(({ status }) => status === 'verified')),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown.
  useEffect(() => {
    load();
  }, []);

  const remove = (factor: Factor) =>
    call.run(
      (auth) => auth.mfa.unenroll({ factorId: factor.id }),
      () => setFactors(factors?.filter(({ id }) => id !== factor.id)),
    );

  return (
    <PageSection title="Second factor">
      <div className="account-form">
        {!factors && !call.fault && <SkeletonLines lines={['w-1/2']} />}
        {factors?.length === 0 && (
          <p>None yet. With an authenticator app, a stolen password alone opens nothing.</p>
        )}
        {factors && factors.length > 0 && (
          <ul className="account-list">
            {factors.map((factor) => (
              <li key={factor.id}>
                <span>
                  {kinds[factor.factor_type] ?? factor.factor_type}: {describeFactor(factor)}
                  <span className="hint">
                    {' '}
                    since <Day day={factor.created_at} short />
                  </span>
                </span>
                <button type="button" className="text-button" onClick={() => remove(factor)}>
                  Remove
                </button>
              </li>
            ))}
          </ul>
        )}
        <FaultNotice fault={call.fault} />
        {adding ? (
          <EnrolApp
            onDone={() => {
              setAdding(false);
              load();
            }}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <button type="button" className="text-button" onClick={() => setAdding(true)}>
            Add an authenticator app
          </button>
        )}
        {factors?.length === 1 && (
          <p className="hint">
            Add a second one on another device: whoever loses the only one has to ask the owner of the site
            for help.
          </p>
        )}
      </div>
    </PageSection>
  );
}
