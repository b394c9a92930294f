import { useEffect } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import site from '../../site.config.ts';
import { sessionStore } from '../session/client.ts';
import { resolveSessionState } from '../session/current-user.ts';
import { rememberTarget } from './remember-target.ts';
import { isGuarded } from './rules.ts';
import { isSigningOutOn } from './signing-out.ts';

/**
 * Leaves a guarded page when its visitor turns out to be signed out: here, in another tab, or because the account is deleted; or when the
 * second factor is missing, which the login page asks for. It also leaves the page on which the user signs out. It never navigates
 * otherwise, and does not interrupt a navigation to an open page.
 */
export function useGuard(pathname: string): void {
  const navigate = useNavigate();
  const { location: next } = useNavigation();
  const guarded = isGuarded(pathname, site);
  const leaves = next !== undefined && next.pathname !== pathname && !isGuarded(next.pathname, site);
  useEffect(() => {
    if (leaves) return;
    const check = () => {
      const { status } = sessionStore.read();
      if (status === 'unknown' || status === 'signed-in') return;
      if (status === 'signed-out' && isSigningOutOn(pathname)) return void navigate('/');
      if (!guarded) return;
      rememberTarget(location.pathname + location.search + location.hash);
      navigate(site.signIn.login, { replace: true });
    };
    check();
    return sessionStore.subscribe(check);
  }, [pathname, guarded, leaves, navigate]);

  useEffect(() => {
    if (!guarded) return;
    // While the session is unknown the visitor stays, and the page's own calls report errors.
    resolveSessionState().catch((error: unknown) => console.warn('The session could not be checked.', error));
  }, [guarded]);
}
