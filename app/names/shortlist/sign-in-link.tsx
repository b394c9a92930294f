import site from '../../../site.config.ts';
import { rememberTarget } from '../../guard/remember-target.ts';

/** Leads to the login page and comes back to where one was, or to the part of the page that is given. */
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
