import { expect, test } from 'vitest';
import { readRedirectCookie, toSafePath, writeRedirectCookie } from './redirect-cookie.ts';

test.each([
  ['/account', '/account'],
  ['/account?tab=1#name', '/account?tab=1#name'],
  ['/names/Zoë', '/names/Zo%C3%AB'],
])('%s is a path of this site', (path, expected) => {
  expect(toSafePath(path)).toBe(expected);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'account',
  '',
])('%j is not followed', (path) => {
  expect(toSafePath(path)).toBeUndefined();
});

test('a path survives the cookie with its query and hash', () => {
  const [pair] = writeRedirectCookie('/account?a=1;b=2#c', false).split('; ');
  expect(readRedirectCookie(`other=1; ${pair}`)).toBe('/account?a=1;b=2#c');
});

test('a broken or foreign cookie is ignored', () => {
  expect(readRedirectCookie('sb-redirect-path=%E0%A4%A')).toBeUndefined();
  expect(readRedirectCookie(`sb-redirect-path=${encodeURIComponent('//evil.example')}`)).toBeUndefined();
  expect(readRedirectCookie('x-sb-redirect-path=/a')).toBeUndefined();
});
