/** Sends page views. Used by the boot script for the first load and by the router after a route change. */
import { readLocalStorage } from './local-storage.ts';

const address = '/views';
/** Set in browsers that the owner has signed in with (app/session/owners-browser.ts). Nothing is stored for any other visitor. */
export const ownersBrowserKey = 'no-views';

/** Sets the token of the page on screen; a page that is not counted has none. */
export function setPageToken(token: string | undefined): void {
  const { dataset } = document.documentElement;
  if (token) dataset.view = token;
  else delete dataset.view;
}

/** The guard's redirect is not a visit: the visitor is on the login page while the cookie remembers the requested page. */
function isDetour(path: string, login: string | undefined): boolean {
  return login === path && document.cookie.includes('sb-redirect-path=');
}

/** By Do Not Track or Global Privacy Control. The page says "1", as browsers do, where the site respects them. */
function asksNotToBeCounted(respected: string | undefined): boolean | undefined {
  const { doNotTrack, globalPrivacyControl }: Navigator & { globalPrivacyControl?: boolean } = navigator;
  return respected ? doNotTrack === respected || globalPrivacyControl : false;
}

/** `path` is that of the page on screen: a quick visitor may have changed the address already. */
export function sendPageView(path: string, referrer = ''): void {
  const { view: token, login, dnt } = document.documentElement.dataset;
  if (!token || isDetour(path, login) || asksNotToBeCounted(dnt)) return;
  const body = JSON.stringify({
    path,
    referrer,
    token,
    // Makes a repeated message count once.
    nonce: Math.random(),
    owner: readLocalStorage(ownersBrowserKey),
    auto: navigator.webdriver,
  });
  if (!navigator.sendBeacon?.(address, body)) {
    fetch(address, { method: 'POST', body, keepalive: true }).catch(() => {
      // A view that cannot be sent is lost; the visitor must not notice.
    });
  }
}
