/** Sends page views. Used by the boot script for the first load and by the router after a route change. */

const address = '/views';

/**
 * The guard's detour is not a visit: somebody who wanted another page stands on the login page while the cookie
 * remembers where they were going.
 */
function isDetour(path: string): boolean {
  return document.documentElement.dataset.login === path && document.cookie.includes('sb-redirect-path=');
}

/** `path` is that of the page on screen: a reader who is quick may have moved the address on already. */
export function sendPageView(path: string): void {
  if (isDetour(path)) return;
  const body = JSON.stringify({ path, referrer: document.referrer });
  if (!navigator.sendBeacon?.(address, body)) {
    fetch(address, { method: 'POST', body, keepalive: true }).catch(() => {
      // A view that cannot be sent is lost; the reader must not notice.
    });
  }
}
