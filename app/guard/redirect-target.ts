import site from '../../site.config.ts';
import { clearRedirectCookie, readRedirectCookie } from './redirect-cookie.ts';

/** The page to open after signing in: the one that the guard remembered, or the home page. */
export function readRedirectTarget(): string {
  const path = readRedirectCookie(document.cookie);
  const leadsBack = path && [site.signIn.login, site.signIn.callback].includes(path.replace(/[?#].*/, ''));
  return path && !leadsBack ? path : '/';
}

/** The same, once. */
export function takeRedirectTarget(): string {
  const target = readRedirectTarget();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = clearRedirectCookie();
  return target;
}
