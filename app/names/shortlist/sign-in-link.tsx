import site from '../../../site.config.ts';
import { rememberTarget } from '../../guard/remember-target.ts';

/** Links to the login page, which returns to this page or to the given part of it. */
export function SignInLink({ part }: { part?: string }) {
  return (
    <a
      href={site.signIn.login}
      onClick={() => rememberTarget(location.pathname + location.search + (part ?? location.hash))}
    >
      Sign in
    </a>
  );
}
