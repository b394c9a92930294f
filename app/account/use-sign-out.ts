import { useNavigate } from 'react-router';
import { takeRedirectTarget } from '../guard/redirect-target.ts';
import { useCall } from '../login/use-call.ts';

/** Signing out, of this browser or of all, and on to the front page. */
export function useSignOut() {
  const call = useCall();
  const navigate = useNavigate();
  const signOut = (scope: 'local' | 'global') =>
    call.run(
      async (auth) => ({ data: null, ...(await auth.signOut({ scope })) }),
      () => {
        // The guard has remembered this page for somebody who wants to come back; who signs out does not.
        takeRedirectTarget();
        return navigate('/');
      },
    );
  return { signOut, fault: call.fault };
}
