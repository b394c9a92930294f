import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import site from '../site.config.ts';
import { ErrorScreen } from './components/error-screen.tsx';
import { decodePath } from './decode-path.ts';
import { applyHead } from './head/apply-head.ts';
import { PageUnavailable } from './page-unavailable.ts';

/** A page that cannot be found shows inside the layout; any other error is the app's and goes on to its boundary. */
export function PageErrorPage() {
  const error = useRouteError();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  // The server never sees the hash, so it joins the message only after hydration.
  const [shownHash, setShownHash] = useState('');
  useEffect(() => setShownHash(hash), [hash]);
  const missing = error instanceof PageUnavailable && error.statusCode === 404;
  useEffect(() => {
    if (missing) applyHead({ title: 'Page not found', robots: 'noindex' }, site);
  }, [missing]);

  if (!missing) throw error;
  const fullPath = decodePath(pathname) + search + shownHash;
  return (
    <ErrorScreen
      statusCode={404}
      statusMessage={`Page Not Found: ${fullPath}`}
      onHome={() => navigate('/')}
    />
  );
}

/** A fatal error replaces the app. The button loads the home page anew, because the app's state is not to be trusted. */
export function FatalErrorPage() {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
    applyHead({ title: 'Error', robots: 'noindex' }, site);
  }, [error]);
  const { statusCode, statusMessage } = describe(error);
  return (
    <ErrorScreen
      standalone
      statusCode={statusCode}
      statusMessage={statusMessage}
      onHome={() => location.assign('/')}
    />
  );
}

/** Only an error made for the reader is shown in its own words. */
function describe(error: unknown): { statusCode: number; statusMessage: string } {
  if (error instanceof PageUnavailable) return { statusCode: error.statusCode, statusMessage: error.message };
  return { statusCode: 500, statusMessage: 'Something went wrong on this page.' };
}
