import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { useLocation } from 'react-router';
import { whileSigningOut } from '../guard/signing-out.ts';
import { useCall } from '../login/use-call.ts';

type Scope = 'local' | 'global';
type SignedOut = { data: null; error: AuthError | null };

/** Signs out this browser or all of them. The guard then navigates to the home page. */
export function useSignOut() {
  const call = useCall();
  const { pathname } = useLocation();
  return { signOut: (scope: Scope) => call.run((auth) => signOut(auth, scope, pathname)), fault: call.fault };
}

async function signOut(auth: SupabaseClient['auth'], scope: Scope, page: string): Promise<SignedOut> {
  if (scope === 'local') {
    // The client drops the session before it calls the backend, so this runs whether the call succeeds or not.
    await whileSigningOut(page, () => auth.signOut({ scope }));
    return { data: null, error: null };
  }
  // An expired session cannot end other sessions. It ends here, and the guard asks the user to sign in again.
  const { error } = await auth.getSession();
  if (error) return { data: null, error };
  return { data: null, ...(await whileSigningOut(page, () => auth.signOut({ scope }))) };
}
