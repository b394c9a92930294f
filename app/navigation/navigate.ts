import type { DataRouter, Location } from 'react-router';
import { redirect, replace } from 'react-router';
import site from '../../site.config.ts';
import { rememberTarget } from '../guard/remember-target.ts';
import { isGuarded } from '../guard/rules.ts';
import type { Page } from '../page-data.ts';
import { findPageRoute, loadPageModule } from '../page-routes.ts';
import { PageMoved, PageUnavailable } from '../page-unavailable.ts';
import { readBuildMeta } from '../runtime/build-manifest.ts';
import { isChunkError } from '../runtime/chunk-errors.ts';
import { loadInFull, mayReload } from '../runtime/full-load.ts';
import { newVersion } from '../runtime/new-version.ts';
import { isUnreachable } from '../runtime/payload.ts';
import { resolveUser } from '../session/current-user.ts';
import { readPage } from './read-page.ts';

/** The steps of a route change, in this order: guard → payload and chunk. The router commits the result. */
export function createPageLoader(router: () => DataRouter) {
  return async function loadPage(url: URL, signal: AbortSignal): Promise<Page> {
    const target = targetOf(router(), url);
    // A newer build is deployed: the next change of path loads the whole page from it. So does a page that was kept, of whatever build.
    const isOutdated = newVersion.isKnown() || document.documentElement.dataset.kept !== undefined;
    if (isOutdated && target.pathname !== location.pathname) return loadInFull(hrefOf(target));
    if (!navigator.onLine && hasServiceWorker()) return loadInFull(hrefOf(target));
    await guard(target, signal);
    // The first navigation reads the build's manifest, which also shows when this build is gone.
    readBuildMeta().catch(() => undefined);
    try {
      const read = readPage(url, signal).catch((error) => readAsOwner(error, url, signal));
      const [page] = await Promise.all([read, loadPageModule(findPageRoute(url.pathname).name)]);
      // The server decides which page an address is.
      await loadPageModule(page.route);
      return page;
    } catch (error) {
      if (error instanceof PageMoved) return followRedirect(error.to, target);
      const isLost = isChunkError(error) || (hasServiceWorker() && isUnreachable(error));
      if (isLost && !signal.aborted && mayReload(target.pathname)) return loadInFull(hrefOf(target));
      throw error;
    }
  };
}

/** Without a connection it answers a full load: with the page if it was read before, or with the list of those that were. */
function hasServiceWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

/** An address that leads to itself is loaded in full: the server leads on from there, to another site or to the login page. */
function followRedirect(to: string, target: Target): Promise<never> {
  if (to.replace(/[?#].*$/s, '') === target.pathname) return loadInFull(hrefOf(target));
  // Not `replace`: the page with the link stays in the history.
  throw redirect(to.includes('#') ? to : to + target.hash);
}

/** What is missing may be a draft of an owner, whose session has to be renewed first. */
async function readAsOwner(error: unknown, url: URL, signal: AbortSignal): Promise<Page> {
  const isMissing = error instanceof PageUnavailable && error.isMissing;
  if (!isMissing || !(await resolveUser().catch(() => null))) throw error;
  return readPage(url, signal);
}

async function guard(target: Target, signal: AbortSignal): Promise<void> {
  if (!isGuarded(target.pathname, site) || (await resolveUser())) return;
  // A visitor who has navigated elsewhere meanwhile is not redirected.
  signal.throwIfAborted();
  rememberTarget(hrefOf(target));
  throw replace(site.signIn.login);
}

type Target = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** The loader's URL has no hash; the pending navigation has. */
function targetOf(router: DataRouter, { pathname, search }: URL): Target {
  const under = router.state.navigation.location;
  return under && under.pathname === pathname ? under : { pathname, search, hash: '' };
}

const hrefOf = ({ pathname, search, hash }: Target): string => pathname + search + hash;
