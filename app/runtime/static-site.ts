/** Without React, which the search dialog does not load. Components ask `useHosting`. */

/** Whether the pages are files of `npm run export`: no server answers questions. */
export function isStaticSite(): boolean {
  return document.documentElement.dataset.static !== undefined;
}

/** A static site has accounts only with a hosted project. */
export function hasAccounts(): boolean {
  return !isStaticSite() || document.documentElement.dataset.backend !== undefined;
}
