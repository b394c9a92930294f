import { expect, test } from 'vitest';
import { clearTokenCookies, readCookie, writeTokenCookies } from './token-cookies.ts';

const tokens = { access_token: 'a.b.c', refresh_token: 'r' };
const names = (cookies: string[]) => cookies.map((cookie) => cookie.split('=')[0]);

test('sign-in writes the two tokens for eight hours, on every path, for this site only', () => {
  expect(writeTokenCookies(tokens, true)).toEqual([
    'sb-access-token=a.b.c; Path=/; Max-Age=28800; SameSite=Lax; Secure',
    'sb-refresh-token=r; Path=/; Max-Age=28800; SameSite=Lax; Secure',
  ]);
});

test('a provider’s tokens are written only when there are any, so that a refresh does not wipe them', () => {
  const all = writeTokenCookies({ ...tokens, provider_token: 'p', provider_refresh_token: 'q' }, false);
  expect(names(all)).toEqual([
    'sb-access-token',
    'sb-refresh-token',
    'sb-provider-token',
    'sb-provider-refresh-token',
  ]);
  expect(names(writeTokenCookies({ ...tokens, provider_token: null }, false))).toHaveLength(2);
});

test('sign-out clears all four', () => {
  const cleared = clearTokenCookies(false);
  expect(names(cleared)).toHaveLength(4);
  for (const cookie of cleared) expect(cookie).toMatch(/^sb-[a-z-]+=; Path=\/; Max-Age=0; SameSite=Lax$/);
});

test('a value is unchanged after writing and reading, and a malformed one counts as none', () => {
  const [cookie = ''] = writeTokenCookies({ ...tokens, access_token: 'a;b=ü' }, false);
  expect(readCookie(`x=1; ${cookie.split(';')[0]}`, 'sb-access-token')).toBe('a;b=ü');
  expect(readCookie('sb-access-token=%E0%A4%A', 'sb-access-token')).toBeUndefined();
  expect(readCookie('sb-access-token=', 'sb-access-token')).toBeUndefined();
  expect(readCookie('x-sb-access-token=1', 'sb-access-token')).toBeUndefined();
});
