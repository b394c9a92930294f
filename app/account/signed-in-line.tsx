import type { User } from '@supabase/supabase-js';
import { FaultNotice } from '../components/fault-notice.tsx';
import { showPhoneNumber } from '../login/phone-number.ts';
import { useSignOut } from './use-sign-out.ts';

/** The signed-in account, with a button to sign out. */
export function SignedInLine({ user }: { user: User }) {
  const { signOut, fault } = useSignOut();
  const address = user.email || (user.phone && showPhoneNumber(user.phone));
  return (
    <div className="signed-in-line">
      <p>
        {address ? (
          <>
            Signed in as <strong className="break-words">{address}</strong>.
          </>
        ) : (
          'You are signed in as a guest.'
        )}{' '}
        <button type="button" className="text-button" onClick={() => signOut('local')}>
          Sign out
        </button>
      </p>
      <FaultNotice fault={fault} />
    </div>
  );
}
