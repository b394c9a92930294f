import site from '../../site.config.ts';
import { useBackendSettings } from './backend-settings.ts';

/** What an account is for, and the two ways in. Each has an address of its own. */
export function Doors({ isNew }: { isNew: boolean }) {
  const { signUp } = useBackendSettings();
  const { login } = site.signIn;
  return (
    <>
      <p className="login-purpose">
        With an account you can keep lists of baby names, alone or with a partner, and bring your own runs.
      </p>
      {signUp ? (
        <nav className="login-doors" aria-label="Ways in">
          <Door href={login} isCurrent={!isNew}>
            Sign in
          </Door>
          <Door href={`${login}?new`} isCurrent={isNew}>
            Create an account
          </Door>
        </nav>
      ) : (
        <p className="login-purpose">This site does not take new accounts at the moment.</p>
      )}
    </>
  );
}

function Door({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}
