import { FaultNotice } from '../components/fault-notice.tsx';
import { useUser } from '../session/use-session.ts';
import { useCall } from './use-call.ts';

/** For a visitor who is already signed in. CSS shows it: the page's HTML is the same for every visitor. */
export function SignedInNotice({ onSignedOut }: { onSignedOut(): void }) {
  const call = useCall();
  const user = useUser();

  const signOut = () =>
    call.run(async (auth) => {
      // The client drops the session before it calls the backend, so that this browser is signed out whatever the answer is.
      await auth.signOut({ scope: 'local' });
      return { data: null, error: null };
    }, onSignedOut);

  return (
    <section className="notice signed-in-notice when-signed-in" aria-label="You are signed in">
      <p>
        <strong>You are already signed in.</strong>
        {/* Known later than the rest: its line is there from the beginning. */}
        <span className="signed-in-as">{user?.email ?? '\u00a0'}</span>
      </p>
      <p className="signed-in-ways">
        <a href="/account">Go to your account</a>
        <button type="button" className="link-button" onClick={signOut}>
          Sign out
        </button>
      </p>
      <FaultNotice fault={call.fault} />
      <p>If you sign in as someone else below, you are signed out here first.</p>
    </section>
  );
}
