import { matchPath } from 'react-router';
import site from '../../site.config.ts';
import { isGuarded } from '../guard/rules.ts';
import type { RouteName } from '../page-data.ts';
import { loadPageModule, pageRoutes } from '../page-routes.ts';
import { connection, whenIdle } from './build-manifest.ts';
import { prefetchPage } from './payload.ts';

/** Once React is there: payload and chunk of a link are fetched when it becomes visible and the browser is idle. */

const seen = new WeakSet<Element>();
const waiting: HTMLAnchorElement[] = [];
let isTaking = false;

/** Watches the links on screen, those that come later included. Returns what ends it. */
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
  added.observe(document.body, { childList: true, subtree: true });
  observeLinks();
  return () => {
    added.disconnect();
    visible.disconnect();
  };
}

/** One thing in each idle moment: a page full of links must not hold up the reader. */
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
    // A failed prefetch alone never reloads and is never shown: following the link will tell.
    loadPageModule(name).catch(() => undefined);
    whenIdle(() => {
      prefetchPage(link).catch(() => undefined);
      takeNext();
    });
  });
}

/** Which page of this site a link leads to; none where nothing may be fetched ahead. */
function findPage({ origin, pathname }: HTMLAnchorElement): RouteName | undefined {
  if (origin !== location.origin || pathname === location.pathname || isGuarded(pathname, site.signIn))
    return undefined;
  return pageRoutes.find(({ path }) => matchPath(path, pathname))?.name;
}
