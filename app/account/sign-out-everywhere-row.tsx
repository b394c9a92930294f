import { FaultNotice } from '../components/fault-notice.tsx';
import { AccountRow } from './account-row.tsx';
import { useSignOut } from './use-sign-out.ts';

export function SignOutEverywhereRow() {
  const { signOut, fault } = useSignOut();
  return (
    <AccountRow
      label="Sign out"
      tool={
        <button type="button" className="choice" onClick={() => signOut('global')}>
          Sign out everywhere
        </button>
      }
    >
      <p>Ends all your sessions, here and on every other device.</p>
      <FaultNotice fault={fault} />
    </AccountRow>
  );
}
