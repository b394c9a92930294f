import { writeRedirectCookie } from '../app/guard/redirect-cookie.ts';
import type { GuardRules } from '../app/guard/rules.ts';

/** Redirects to the login page, and remembers the requested page. */
export function redirectToLogin(url: URL, rules: GuardRules): Response {
  const headers = new Headers({ location: rules.login, 'cache-control': 'private, no-store' });
  if (rules.cookieRedirect) {
    headers.append('set-cookie', writeRedirectCookie(url.pathname + url.search, url.protocol === 'https:'));
  }
  return new Response(null, { status: 302, headers });
}
