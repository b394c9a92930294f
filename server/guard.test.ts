import { expect, test } from 'vitest';
import { redirectToLogin } from './guard.ts';

const rules = {
  login: '/login',
  callback: '/confirm',
  exclude: [],
  flow: 'implicit' as const,
  cookieRedirect: true,
};

test('a visitor is redirected to the login page with a cookie of the target, never cached', () => {
  const response = redirectToLogin(new URL('https://example.com/account?a=1'), rules);
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/login');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie).toContain(`sb-redirect-path=${encodeURIComponent('/account?a=1')}`);
  expect(cookie).toMatch(/; Path=\/; .*SameSite=Lax; Secure$/);
});

test('without https the cookie is not Secure; switched off there is none', () => {
  const plain = redirectToLogin(new URL('http://localhost/account'), rules);
  expect(plain.headers.get('set-cookie')).not.toContain('Secure');
  const off = redirectToLogin(new URL('http://localhost/account'), { ...rules, cookieRedirect: false });
  expect(off.headers.get('set-cookie')).toBeNull();
});
