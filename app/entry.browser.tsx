/** Imported by the boot script when React is needed: fetches payload and chunk of the current page, and hydrates it. */
import './styles/site.css';
import { type ReactNode, startTransition } from 'react';
import { createBrowserRouter, type DataRouter, type HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import site from '../site.config.ts';
import { IslandMount, type MountIsland } from './components/prose/island-mount.ts';
import { HostingContext } from './current-site.ts';
import { rememberTarget } from './guard/remember-target.ts';
import { isGuarded } from './guard/rules.ts';
import { createPageLoader } from './navigation/navigate.ts';
import { isMadeInBrowser, readPage } from './navigation/read-page.ts';
import { findPageRoute, loadPageModule } from './page-routes.ts';
import { PageMoved, PageUnavailable } from './page-unavailable.ts';
import { createRoutes, pageBoundary, pageId } from './routes.tsx';
import { readBuildMetaWhenIdle, watchForNewBuilds, whenIdle } from './runtime/build-manifest.ts';
import { isChunkError, rememberChunkErrors } from './runtime/chunk-errors.ts';
import { followLinksByRouter } from './runtime/follow-links.ts';
import { loadInFull, mayReload } from './runtime/full-load.ts';
import { nextTask } from './runtime/next-task.ts';
import { readKeptPage } from './runtime/payload.ts';
import { hasAccounts, isStaticSite } from './runtime/static-site.ts';
import { applyStoredTheme } from './runtime/theme.ts';
import { resolveUser } from './session/current-user.ts';
import { followOtherTabs } from './session/other-tabs.ts';
import { WhenHydrated } from './when-hydrated.tsx';

/** Resolves when the page is hydrated; the boot script then replays earlier clicks. */
export const ready: Promise<void> = start();

/** Each step is a task of its own: a phone needs long for each, and user input must not wait for all of them. */
async function start(): Promise<void> {
  await nextTask();
  rememberChunkErrors();
  removeTrailingSlash();
  const loadPage = createPageLoader(() => router);
  const routes = createRoutes(({ request }) => loadPage(new URL(request.url), request.signal));
  await nextTask();
  const hydrationData = await readHydrationData();
  await nextTask();
  const router: DataRouter = createBrowserRouter(routes, { hydrationData });
  await nextTask();
  await hydrate(router);
  followLinksByRouter(router);
  document.documentElement.dataset.react = '';
  watchForNewBuilds();
  readBuildMetaWhenIdle();
  addEventListener('storage', ({ key }) => key === 'theme' && applyStoredTheme());
  followOtherTabs();
  if (site.offline !== false && !import.meta.env.DEV)
    afterFirstInput(() => whenIdle(() => void keepReadPages(router)));
}

/** A static host may add one, for the folder in which the file of the page is. A server of ours redirects. */
function removeTrailingSlash(): void {
  const { origin, pathname, search, hash } = location;
  const path = pathname.replace(/\/+$/, '');
  if (path !== '' && path !== pathname)
    history.replaceState(history.state, '', origin + path + search + hash);
}

/** A page that loads React by itself is not yet one that is used. */
function afterFirstInput(work: () => void): void {
  if (navigator.userActivation?.hasBeenActive) {
    work();
    return;
  }
  const waiting = new AbortController();
  const onInput = () => {
    waiting.abort();
    work();
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, onInput, { passive: true, signal: waiting.signal });
}

/** Of no concern to the visitor when it fails: the page works without it. */
async function keepReadPages(router: DataRouter): Promise<void> {
  try {
    const { keepReading } = await import('./offline/keep-reading.ts');
    await keepReading(router, () => loadPageModule('offline'));
  } catch (error) {
    console.warn('Pages cannot be kept for reading offline.', error);
  }
}

/** The server could not determine the session, and sent the page as it is for a stranger, or without its content. */
function isSessionUnknown(): boolean {
  return document.documentElement.dataset.settle !== undefined;
}

/** There is nothing to hydrate: the document shows the layout of the page, or what a stranger would see. */
function hasOtherContent(): boolean {
  return (
    isSessionUnknown() || document.documentElement.dataset.shell !== undefined || isMadeInBrowser(location)
  );
}

/** A guarded page asks to sign in. Any other is missing for strangers, but may be a draft of this visitor. */
async function settleSession(): Promise<void> {
  if (!isGuarded(location.pathname, site)) await resolveUser().catch(() => null);
  else if (!(await resolveUser())) await leaveForLogin();
}

function leaveForLogin(): Promise<never> {
  rememberTarget(location.pathname + location.search + location.hash);
  return leaveFor(site.signIn.login);
}

function leaveFor(target: string): Promise<never> {
  location.replace(target);
  return new Promise(() => {});
}

/** The state that the server rendered: the page's data, or the error. */
async function readHydrationData(): Promise<HydrationState> {
  try {
    if (isSessionUnknown()) await settleSession();
    // The service worker has answered with a page that it kept. Its data is of that time, too.
    const { kept } = document.documentElement.dataset;
    const [page] = await Promise.all([
      kept === undefined ? readPage(location) : readKeptPage(kept),
      nextTask().then(() => loadPageModule(findPageRoute(kept ?? location.pathname).name)),
      nextTask().then(nextTask).then(loadReactDom),
    ]);
    await loadPageModule(page.route);
    return { loaderData: { [pageId]: page } };
  } catch (error) {
    if (isChunkError(error) && mayReload(location.pathname))
      return loadInFull(location.pathname + location.search + location.hash);
    // A server would have redirected before.
    if (error instanceof PageMoved && isStaticSite()) return leaveFor(error.to + location.hash);
    // A page without content can show the error; one with content stays as it is.
    if (error instanceof PageUnavailable && (error.isMissing || hasOtherContent()))
      return { errors: { [pageBoundary]: error } };
    throw error;
  }
}

/**
 * React DOM is downloaded with this entry, but evaluated only here: on a phone that takes a whole task, and the page's data is being
 * fetched meanwhile.
 */
function loadReactDom() {
  return import('react-dom/client');
}

async function hydrate(router: DataRouter): Promise<void> {
  const { createRoot, hydrateRoot } = await loadReactDom();
  let filled = 0;
  const hydrating: Promise<void>[] = [];
  const mountIsland: MountIsland = (element, island, identifierPrefix) => {
    if (element.hasChildNodes()) {
      let finish = () => {};
      hydrating.push(new Promise((resolve) => (finish = resolve)));
      // Around what is rendered later, too: without it React would make the island anew, and its state would be lost.
      const wrap = (content: ReactNode) => <WhenHydrated then={() => finish()}>{content}</WhenHydrated>;
      const root = hydrateRoot(element, wrap(island), { identifierPrefix });
      return { render: (content) => root.render(wrap(content)), unmount: () => root.unmount() };
    }
    // Islands get other numbers when a text changes, and the ids of those that stay must be theirs alone.
    const root = createRoot(element, { identifierPrefix: `${identifierPrefix}${++filled}-` });
    root.render(island);
    return root;
  };
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root.');
  await new Promise<void>((resolve) => {
    const app = (
      <IslandMount value={mountIsland}>
        <HostingContext value={{ isStatic: isStaticSite(), hasAccounts: hasAccounts() }}>
          <WhenHydrated then={resolve}>
            <RouterProvider router={router} />
          </WhenHydrated>
        </HostingContext>
      </IslandMount>
    );
    // A transition hydrates in slices, so that the page stays responsive to scrolling and typing.
    startTransition(() => {
      if (hasOtherContent()) createRoot(root).render(app);
      else hydrateRoot(root, app);
    });
  });
  // Islands are roots of their own, which begin when the text around them is hydrated.
  await Promise.all(hydrating);
}
