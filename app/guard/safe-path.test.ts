import { expect, test } from 'vitest';
import { otherHostPaths } from '../../tests/harness/other-host-paths.ts';
import { toSafePath } from './safe-path.ts';

test.each([
  ['/account', '/account'],
  ['/account?tab=1#name', '/account?tab=1#name'],
  ['/names/Zoë', '/names/Zo%C3%AB'],
  ['/posts//a', '/posts//a'],
  ['/posts/%2e%2e/about', '/about'],
  ['/posts/100%25', '/posts/100%25'],
  ['/search?next=//evil.example', '/search?next=//evil.example'],
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
  ...otherHostPaths,
])('%j is not followed', (path) => {
  expect(toSafePath(path)).toBeUndefined();
});
