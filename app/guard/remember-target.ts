import site from '../../site.config.ts';
import { writeRedirectCookie } from './redirect-cookie.ts';

/** Remembers the requested page until the visitor has signed in. */
export function rememberTarget(target: string): void {
  if (!site.signIn.cookieRedirect) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = writeRedirectCookie(target, location.protocol === 'https:');
}
