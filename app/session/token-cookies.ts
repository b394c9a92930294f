/** The four cookies that hold the session for the server and the boot script. The browser's client owns the session itself. */

export interface SessionTokens {
  access_token: string;
  refresh_token: string;
  provider_token?: string | null | undefined;
  provider_refresh_token?: string | null | undefined;
}

export const accessCookie = 'sb-access-token';
export const refreshCookie = 'sb-refresh-token';
const providerCookie = 'sb-provider-token';
const providerRefreshCookie = 'sb-provider-refresh-token';
const allCookies = [accessCookie, refreshCookie, providerCookie, providerRefreshCookie];

const lifetimeSeconds = 8 * 3600;

/** Values for `document.cookie`, one after another. A provider's tokens come once, at sign-in, and stay until sign-out. */
export function writeTokenCookies(tokens: SessionTokens, secure: boolean): string[] {
  const values: [string, string | null | undefined][] = [
    [accessCookie, tokens.access_token],
    [refreshCookie, tokens.refresh_token],
    [providerCookie, tokens.provider_token],
    [providerRefreshCookie, tokens.provider_refresh_token],
  ];
  return values.flatMap(([name, value]) => (value ? [write(name, value, lifetimeSeconds, secure)] : []));
}

export function clearTokenCookies(secure: boolean): string[] {
  return allCookies.map((name) => write(name, '', 0, secure));
}

export function readCookie(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split(/;\s*/)) {
    if (!cookie.startsWith(`${name}=`)) continue;
    try {
      return decodeURIComponent(cookie.slice(name.length + 1)) || undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function write(name: string, value: string, maxAge: number, secure: boolean): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax'];
  return (secure ? [...parts, 'Secure'] : parts).join('; ');
}
