import type { DataRouter } from 'react-router';

/**
 * Links are plain `<a href>` everywhere, in components as in Markdown, so that they cost nothing to render and work without a script. After
 * hydration one listener passes those within this site to the router.
 */
export function followLinksByRouter(router: DataRouter): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isOurs(link, event)) return;
    event.preventDefault();
    const href = link.pathname + link.search + link.hash;
    // A link to the current address adds no history entry, as in any browser.
    void router.navigate(href, { replace: link.href === location.href });
  });
}

function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlainClick =
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey &&
    !event.defaultPrevented;
  if (
    !isPlainClick ||
    !link.href ||
    (link.target && link.target !== '_self') ||
    link.hasAttribute('download')
  )
    return false;
  // The router would take a path that starts with two slashes for another host.
  if (link.origin !== location.origin || link.pathname.startsWith('//')) return false;
  // A hash on the same page is left to the browser: it scrolls, moves the focus and sets :target.
  const isSamePage = link.pathname === location.pathname && link.search === location.search;
  return !(isSamePage && link.hash) && !isFile(link.pathname);
}

/** `/feed.xml`, an image: files are not pages, and the browser opens them. */
function isFile(pathname: string): boolean {
  return /\.[a-z0-9]+$/i.test(pathname);
}
