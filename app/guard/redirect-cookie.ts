import { toSafePath } from './safe-path.ts';

/** The cookie that remembers where a visitor wanted to go before the login page. */
export const redirectCookie = 'sb-redirect-path';

/** Long enough for a mail link, a provider and a second factor; short enough to have no effect the next day. */
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
