import { writeRedirectCookie } from '../app/guard/redirect-cookie.ts';
import type { GuardRules } from '../app/guard/rules.ts';

/**
 * What the server knows about a visitor. `unsettled`: the access token has run out but a refresh token is there; only the
 * browser refreshes, so it gets the page's shell and decides for itself.
 */
export type SessionState = 'signed-in' | 'signed-out' | 'unsettled';
export type SessionOf = (request: Request) => SessionState;

/** To the login page, remembering where the visitor wanted to go. */
export function redirectToLogin(url: URL, rules: GuardRules): Response {
  const headers = new Headers({ location: rules.login, 'cache-control': 'private, no-store' });
  if (rules.cookieRedirect) {
    headers.append('set-cookie', writeRedirectCookie(url.pathname + url.search, url.protocol === 'https:'));
  }
  return new Response(null, { status: 302, headers });
}
