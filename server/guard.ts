import { writeRedirectCookie } from '../app/guard/redirect-cookie.ts';
import type { SiteConfig } from '../app/site-config.ts';

/** Redirects to the login page, and remembers the requested page. */
export function redirectToLogin(url: URL, rules: SiteConfig['signIn']): Response {
  const headers = new Headers({ location: rules.login, 'cache-control': 'private, no-store' });
  if (rules.cookieRedirect) {
    headers.append('set-cookie', writeRedirectCookie(url.pathname + url.search, url.protocol === 'https:'));
  }
  return new Response(null, { status: 302, headers });
}
