import { accessSync, constants } from 'node:fs';
import { expect, test } from 'vitest';
import { findDeno } from './find-deno.ts';

test('Deno is found where npm has installed it', () => {
  expect(() => accessSync(findDeno(), constants.X_OK)).not.toThrow();
});

test.each([
  ['Windows', { platform: 'win32', arch: 'x64', isMusl: false }, /Start the site in WSL/],
  ['Alpine', { platform: 'linux', arch: 'x64', isMusl: true }, /Use an image with Debian/],
  ['another system', { platform: 'sunos', arch: 'x64', isMusl: false }, /it brings @deno\/sunos-x64\.$/],
] as const)('on %s the error says what to do', (_, system, message) => {
  expect(() => findDeno(system)).toThrow(message);
});
