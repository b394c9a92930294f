import { expect, test } from 'vitest';
import { otherHostPaths } from '../../tests/harness/other-host-paths.ts';
import { readRedirectCookie, writeRedirectCookie } from './redirect-cookie.ts';

test('a path survives the cookie with its query and hash', () => {
  const [pair] = writeRedirectCookie('/account?a=1;b=2#c', false).split('; ');
  expect(readRedirectCookie(`other=1; ${pair}`)).toBe('/account?a=1;b=2#c');
});

test('a broken or foreign cookie is ignored', () => {
  expect(readRedirectCookie('sb-redirect-path=%E0%A4%A')).toBeUndefined();
  expect(readRedirectCookie(`sb-redirect-path=${encodeURIComponent('//evil.example')}`)).toBeUndefined();
  expect(readRedirectCookie('x-sb-redirect-path=/a')).toBeUndefined();
});

test.each(otherHostPaths)('%j in the cookie is not followed', (path) => {
  const [pair = ''] = writeRedirectCookie(path, false).split('; ');
  expect(readRedirectCookie(pair)).toBeUndefined();
});
