import type { Provider, UserIdentity } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { rememberTarget } from '../guard/remember-target.ts';
import { callbackAddress } from '../login/callback-address.ts';
import { showPhoneNumber } from '../login/phone-number.ts';
import { providerName } from '../login/provider-names.ts';
import { useCall } from '../login/use-call.ts';
import { AccountRow } from './account-row.tsx';

/** Identities of other providers that are linked to the account. */
export function IdentitiesRow({ providers }: { providers: string[] }) {
  const [identities, setIdentities] = useState<UserIdentity[]>();
  const call = useCall();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown.
  useEffect(() => {
    call.run(
      (auth) => auth.getUserIdentities(),
      ({ identities: found }) => setIdentities(found),
      'list',
    );
  }, []);

  function link(provider: string) {
    // The provider redirects back to this page.
    rememberTarget(location.pathname);
    return call.run((auth) =>
      auth.linkIdentity({ provider: provider as Provider, options: { redirectTo: callbackAddress() } }),
    );
  }
  const unlink = (identity: UserIdentity) =>
    call.run(
      (auth) => auth.unlinkIdentity(identity),
      () => setIdentities((now) => now?.filter(({ identity_id }) => identity_id !== identity.identity_id)),
      identity.identity_id,
    );

  const linked = new Set(identities?.map(({ provider }) => provider));
  // Providers are offered only after the linked identities are loaded.
  const offered = identities ? providers.filter((provider) => !linked.has(provider)) : [];
  return (
    <AccountRow label="Linked accounts">
      {!identities && !call.fault && <SkeletonLines lines={['w-2/5', 'w-2/5']} />}
      <ul className="account-list">
        {identities?.map((identity) => (
          <li key={identity.identity_id}>
            <span>
              {nameOf(identity)}
              <span className="hint"> {describe(identity)}</span>
            </span>
            {identities.length > 1 && (
              <button type="button" className="choice" onClick={() => unlink(identity)}>
                Unlink<span className="sr-only"> {nameOf(identity)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <FaultNotice fault={call.fault} />
      {offered.length > 0 && (
        <p className="choices">
          {offered.map((provider) => (
            <button key={provider} type="button" className="choice" onClick={() => link(provider)}>
              Link {providerName(provider)}
            </button>
          ))}
        </p>
      )}
    </AccountRow>
  );
}

function nameOf({ provider }: UserIdentity): string {
  return provider === 'email' ? 'Email' : providerName(provider);
}

function describe({ identity_data: data }: UserIdentity): string {
  const phone = data?.phone && showPhoneNumber(String(data.phone));
  return String(data?.email || phone || data?.user_name || data?.name || '');
}
