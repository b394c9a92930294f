/** The cookie that remembers where a visitor wanted to go before the login page. */
export const redirectCookie = 'sb-redirect-path';

/** Long enough for a mail link, a provider and a second factor; short enough not to surprise anybody tomorrow. */
const lifetimeSeconds = 3600;

export function writeRedirectCookie(path: string, secure: boolean): string {
  const parts = [
    `${redirectCookie}=${encodeURIComponent(path)}`,
    'Path=/',
    `Max-Age=${lifetimeSeconds}`,
    'SameSite=Lax',
  ];
  return (secure ? [...parts, 'Secure'] : parts).join('; ');
}

export function clearRedirectCookie(): string {
  return `${redirectCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** The remembered path, if it is one of this site. */
export function readRedirectCookie(cookies: string): string | undefined {
  for (const cookie of cookies.split(/;\s*/)) {
    if (!cookie.startsWith(`${redirectCookie}=`)) continue;
    try {
      return toSafePath(decodeURIComponent(cookie.slice(redirectCookie.length + 1)));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/**
 * A path of this site, or undefined. Browsers read `//host`, `/\host` and a leading control character as another
 * host, so the answer is taken from the URL parser that will follow it, not from the spelling.
 */
export function toSafePath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  const base = 'http://site.invalid';
  if (!URL.canParse(path, base)) return undefined;
  const url = new URL(path, base);
  const result = url.pathname + url.search + url.hash;
  // `/./` and tabs can leave a path that starts with two slashes, which would be another host when followed.
  return url.origin === base && !result.startsWith('//') ? result : undefined;
}
