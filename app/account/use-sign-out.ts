import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { useLocation } from 'react-router';
import { whileSigningOut } from '../guard/signing-out.ts';
import { useCall } from '../login/use-call.ts';

type Scope = 'local' | 'global';
type SignedOut = { data: null; error: AuthError | null };

/** Signing out, of this browser or of all. The guard leads on to the front page, as soon as the session is gone. */
export function useSignOut() {
  const call = useCall();
  const { pathname } = useLocation();
  return { signOut: (scope: Scope) => call.run((auth) => signOut(auth, scope, pathname)), fault: call.fault };
}

async function signOut(auth: SupabaseClient['auth'], scope: Scope, page: string): Promise<SignedOut> {
  if (scope === 'local') {
    // The client forgets the session before it tells the backend, so this is done whatever comes of telling.
    await whileSigningOut(page, () => auth.signOut({ scope }));
    return { data: null, error: null };
  }
  // A session that has run out can end no others. It ends by itself here, and the guard asks its owner to sign in for this.
  const { error } = await auth.getSession();
  if (error) return { data: null, error };
  return { data: null, ...(await whileSigningOut(page, () => auth.signOut({ scope }))) };
}
