import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import site from '../../site.config.ts';
import { sessionStore } from '../session/client.ts';
import { settledUser } from '../session/current-user.ts';
import { rememberTarget } from './leave-for-login.ts';
import { isGuarded } from './rules.ts';
import { isSigningOut } from './signing-out.ts';

/**
 * A guarded page is left at once when its visitor turns out to be signed out: here, in another tab, or because the account is gone.
 * Nothing else moves by itself.
 */
export function useGuard(pathname: string): void {
  const navigate = useNavigate();
  const guarded = isGuarded(pathname, site.signIn);
  useEffect(() => {
    if (!guarded) return;
    const look = () => {
      if (sessionStore.read().status !== 'signed-out' || isSigningOut()) return;
      rememberTarget(location.pathname + location.search + location.hash);
      navigate(site.signIn.login, { replace: true });
    };
    const forget = sessionStore.subscribe(look);
    settledUser().then(
      (user) => user ?? sessionStore.set(null),
      // Whether the visitor is signed in is not known, so they stay; the page's own calls tell them what fails.
      (error: unknown) => console.warn('The session could not be checked.', error),
    );
    return forget;
  }, [guarded, navigate]);
}
