import type { PasskeyListItem } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { Day } from '../components/day.tsx';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { useCall } from '../login/use-call.ts';
import { AccountRow } from './account-row.tsx';

/** Passkeys: sign in with a fingerprint, a face or the device's own lock, without a password. */
export function PasskeysRow() {
  const [passkeys, setPasskeys] = useState<PasskeyListItem[]>();
  const call = useCall();

  const load = () => call.run((auth) => auth.passkey.list(), setPasskeys, 'list');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown.
  useEffect(() => {
    load();
  }, []);

  const add = async () => {
    if (await call.run((auth) => auth.registerPasskey())) await load();
  };
  const remove = (passkeyId: string) =>
    call.run(
      (auth) => auth.passkey.delete({ passkeyId }),
      () => setPasskeys((now) => now?.filter(({ id }) => id !== passkeyId)),
      passkeyId,
    );

  return (
    <AccountRow label="Passkeys">
      {!passkeys && !call.fault && <SkeletonLines lines={['w-1/2']} />}
      {passkeys?.length === 0 && (
        <p className="hint">
          None yet. A passkey signs you in with your fingerprint, your face or the lock of your device.
        </p>
      )}
      {passkeys && passkeys.length > 0 && (
        <ul className="account-list">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                {passkey.friendly_name || 'Passkey'}
                <span className="hint">
                  {' '}
                  since <Day day={passkey.created_at} short />
                </span>
              </span>
              <button type="button" className="choice" onClick={() => remove(passkey.id)}>
                Remove<span className="sr-only"> {passkey.friendly_name || 'passkey'}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <FaultNotice fault={call.fault} />
      {passkeys && (
        <button type="button" className="choice" onClick={add}>
          Add a passkey
        </button>
      )}
    </AccountRow>
  );
}
