/** Sends page views. Used by the boot script for the first load and by the router after a route change. */
import { readLocalStorage } from './local-storage.ts';

const address = '/views';
/** Begins what a page has in place of a token that a CDN keeps for longer than a token holds: with the path it is the query of the request for one (decision 128). */
export const askForToken = '?';
/** Set in browsers that the owner has signed in with (app/session/owners-browser.ts). Nothing is stored for any other visitor. */
export const ownersBrowserKey = 'no-views';

/** Sets the token of the page on screen; a page that is not counted has none. */
export function setPageToken(token: string | undefined): void {
  const { dataset } = document.documentElement;
  if (token) dataset.view = token;
  else delete dataset.view;
}

type PrivateNavigator = Navigator & { globalPrivacyControl?: boolean };

/** `path` is that of the page on screen: a quick visitor may have changed the address already. */
export function sendPageView(path: string, referrer = ''): void {
  const { view, login, dnt } = document.documentElement.dataset;
  const { doNotTrack, globalPrivacyControl }: PrivateNavigator = navigator;
  if (
    !view ||
    // The guard's redirect is not a visit: the visitor is on the login page while the cookie remembers the requested page.
    (login === path && document.cookie.includes('sb-redirect-path=')) ||
    // The page says "1", as browsers do, where the site respects Do Not Track and Global Privacy Control.
    (dnt && (doNotTrack === dnt || globalPrivacyControl))
  )
    return;
  const send = (token: string) => {
    const body = JSON.stringify({
      path,
      referrer,
      token,
      // Makes a repeated message count once.
      nonce: Math.random(),
      owner: readLocalStorage(ownersBrowserKey),
      auto: navigator.webdriver,
    });
    // A view that cannot be sent is lost; the visitor must not notice.
    if (!navigator.sendBeacon?.(address, body))
      fetch(address, { method: 'POST', body, keepalive: true }).catch(() => {});
  };
  if (view[0] === askForToken)
    fetch(`${address + view}&${path}`)
      .then((response) => response.text())
      .then(send, () => {});
  else send(view);
}
