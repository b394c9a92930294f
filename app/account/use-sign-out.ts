import { useNavigate } from 'react-router';
import { whileSigningOut } from '../guard/signing-out.ts';
import { useCall } from '../login/use-call.ts';

/** Signing out, of this browser or of all, and on to the front page. */
export function useSignOut() {
  const call = useCall();
  const navigate = useNavigate();
  const signOut = (scope: 'local' | 'global') =>
    whileSigningOut(() =>
      call.run(
        async (auth) => ({ data: null, ...(await auth.signOut({ scope })) }),
        () => navigate('/'),
      ),
    );
  return { signOut, fault: call.fault };
}
