import site from '../../site.config.ts';
import { isGuarded } from '../guard/rules.ts';
import type { RouteName } from '../page-data.ts';
import { findPageRoute, loadPageModule } from '../page-routes.ts';
import { connection, whenIdle } from '../runtime/build-manifest.ts';
import { prefetchPage } from '../runtime/payload.ts';
import { isMadeInBrowser } from './read-page.ts';

/** After hydration, payload and chunk of a link are prefetched when it becomes visible and the browser is idle. */

const seen = new WeakSet<Element>();
const waiting: HTMLAnchorElement[] = [];
let isTaking = false;

/** Observes the links on screen, also later ones. Returns a function that stops it. */
export function prefetchVisibleLinks(): () => void {
  const network = connection();
  if (network?.saveData || /2g$/.test(network?.effectiveType ?? '')) return () => {};
  const visible = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      visible.unobserve(target);
      if (target instanceof HTMLAnchorElement) wait(target);
    }
  });
  const observeLinks = () => {
    for (const link of document.querySelectorAll('a[href^="/"]:not([target=_blank]):not([download])')) {
      if (seen.has(link)) continue;
      seen.add(link);
      visible.observe(link);
    }
  };
  const added = new MutationObserver(observeLinks);
  let isLeft = false;
  // The page has only just been rendered.
  whenIdle(() => {
    if (isLeft) return;
    added.observe(document.body, { childList: true, subtree: true });
    observeLinks();
  });
  return () => {
    isLeft = true;
    added.disconnect();
    visible.disconnect();
  };
}

/** One prefetch for each idle callback: a page full of links must not block user input. */
function wait(link: HTMLAnchorElement): void {
  waiting.push(link);
  if (!isTaking) takeNext();
}

function takeNext(): void {
  const link = waiting.shift();
  isTaking = link !== undefined;
  if (!link) return;
  whenIdle(() => {
    const name = findPage(link);
    if (!name) return takeNext();
    // A failed prefetch never reloads and is never shown: following the link will report it.
    loadPageModule(name).catch(() => undefined);
    whenIdle(() => {
      prefetchPage(link).catch(() => undefined);
      takeNext();
    });
  });
}

/**
 * A question is answered when it is asked: its answer changes, and the server limits how many one visitor asks. A page of results links to
 * dozens of names or runs, of which one or two are opened; lists are there for those who have made one.
 */
const onDemand: RouteName[] = ['search', 'name', 'name-lists', 'run'];

/** The page of this site to which a link leads; undefined where nothing may be prefetched. */
function findPage(link: HTMLAnchorElement): RouteName | undefined {
  const { origin, pathname } = link;
  if (!navigator.onLine || origin !== location.origin) return undefined;
  if (pathname === location.pathname || isGuarded(pathname, site)) return undefined;
  const { name } = findPageRoute(pathname);
  return onDemand.includes(name) || isMadeInBrowser(link) ? undefined : name;
}
