import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import site from '../../site.config.ts';

/** `/confirm`: where links in mails and sign-in providers lead back to. */
export function Component() {
  const { search, hash } = useLocation();
  const [hasSession, setHasSession] = useState(false);
  // The hash never reaches the server, so it is looked at after hydration.
  useEffect(() => setHasSession(holdsSession(search, hash)), [search, hash]);
  return (
    <div className="frame axis">
      <h1 className="title">Confirm sign-in</h1>
      <p className="notice mt-l" role="status">
        {hasSession ? 'Sign-in is not switched on for this site yet.' : 'No session defined in URL'}
      </p>
      <div className="prose mt-m">
        <p>
          This page finishes a sign-in that began elsewhere: open it with the link from your mail. Links work
          once and for a short time, so if yours is old, ask for a new one.
        </p>
        <p>
          <a href={site.signIn.login}>Sign in again</a> or <a href="/">go to the home page</a>.
        </p>
      </div>
    </div>
  );
}

function holdsSession(search: string, hash: string): boolean {
  const parameters = new URLSearchParams(hash.slice(1));
  return parameters.has('access_token') || new URLSearchParams(search).has('code');
}
