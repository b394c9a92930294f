import type { User } from '@supabase/supabase-js';
import { FaultNotice } from '../components/fault-notice.tsx';
import { showPhoneNumber } from '../login/phone-number.ts';
import { useSignOut } from './use-sign-out.ts';

/** The signed-in account, with a button to sign out. */
export function SignedInLine({ user }: { user: User }) {
  const { signOut, fault } = useSignOut();
  const name = user.email || (user.phone && showPhoneNumber(user.phone));
  return (
    <div className="account-form">
      <p>
        {name ? (
          <>
            Signed in as <strong className="break-words">{name}</strong>.
          </>
        ) : (
          'Signed in without a name.'
        )}{' '}
        <button type="button" className="text-button" onClick={() => signOut('local')}>
          Sign out
        </button>
      </p>
      <FaultNotice fault={fault} />
    </div>
  );
}
