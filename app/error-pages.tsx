import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import type { NearPage } from '../markdown/document.ts';
import site from '../site.config.ts';
import { ErrorScreen } from './components/error-screen.tsx';
import { GoneScreen } from './components/gone-screen.tsx';
import { SearchForm } from './components/search-form.tsx';
import { useWords, wordsAt } from './current-site.ts';
import { decodePath } from './decode-path.ts';
import { applyHead } from './head/apply-head.ts';
import { anyMissingPath, PageUnavailable } from './page-unavailable.ts';
import { prefixOf, siteAt } from './site-language.ts';

/** A page that is not found or gone is shown inside the layout; any other error goes to the app's boundary. */
export function PageErrorPage() {
  const error = useRouteError();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const shown = siteAt(site, pathname);
  const words = wordsAt(pathname);
  // The server never sees the hash, so the message includes it only after hydration.
  const [shownHash, setShownHash] = useState('');
  useEffect(() => setShownHash(hash), [hash]);
  const missing = error instanceof PageUnavailable && error.isMissing;
  const gone = missing && error.statusCode === 410;
  useEffect(() => {
    if (missing) applyHead({ title: gone ? words.pageIsGone : words.pageNotFound, robots: 'noindex' }, shown);
  }, [missing, gone, words, shown]);

  if (!missing) throw error;
  if (gone) return <GoneScreen />;
  const fullPath = decodePath(pathname) + search + shownHash;
  // An exported site has one file for all addresses without a page.
  const isAny = pathname === anyMissingPath;
  const message = isAny ? words.pageNotFound : words.noPageAt(fullPath);
  return (
    <ErrorScreen
      statusCode={404}
      path={pathname}
      statusMessage={message}
      onHome={() => navigate(prefixOf(pathname, site) || '/')}
    >
      <NearPages pages={error.near} />
      <SearchForm question={isAny ? '' : toQuestion(pathname)} />
    </ErrorScreen>
  );
}

function NearPages({ pages }: { pages: NearPage[] }) {
  const words = useWords();
  if (pages.length === 0) return null;
  return (
    <nav className="near-pages" aria-labelledby="near-pages">
      <h2 className="label" id="near-pages">
        {words.didYouMean}
      </h2>
      <ul>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <a href={path}>{title}</a> <span className="label">{path}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The last part of an address as words. */
function toQuestion(pathname: string): string {
  const name = decodePath(pathname).split('/').findLast(Boolean) ?? '';
  return name
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .slice(0, 60)
    .trim();
}

/** A fatal error replaces the app. The button reloads the home page in full, because the app's state may be broken. */
export function FatalErrorPage() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const words = wordsAt(pathname);
  useEffect(() => {
    console.error(error);
    applyHead({ title: words.error, robots: 'noindex' }, siteAt(site, pathname));
  }, [error, words, pathname]);
  // Only an error that was written for visitors shows its message.
  const { statusCode, message } =
    error instanceof PageUnavailable ? error : { statusCode: 500, message: words.somethingWrong };
  return (
    <ErrorScreen
      standalone
      path={pathname}
      statusCode={statusCode}
      statusMessage={message}
      onHome={() => location.assign(prefixOf(pathname, site) || '/')}
    />
  );
}
