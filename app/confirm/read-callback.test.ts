import { expect, test } from 'vitest';
import { otherHostPaths } from '../../tests/harness/other-host-paths.ts';
import { readCallback } from './read-callback.ts';

const read = (address: string) =>
  readCallback(new URL(address, 'https://site.example'), 'https://site.example');

test.each([
  ['/confirm', { kind: 'nothing' }],
  ['/confirm?type=recovery', { kind: 'nothing' }],
  [
    '/confirm#access_token=a&type=recovery',
    { kind: 'session', tokens: new URLSearchParams('access_token=a&type=recovery'), type: 'recovery' },
  ],
  [
    '/confirm?flow=f#access_token=a',
    { kind: 'session', tokens: new URLSearchParams('access_token=a'), flow: 'f' },
  ],
  ['/confirm?access_token=a&refresh_token=b', { kind: 'nothing' }],
  ['/confirm?code=abc', { kind: 'code' }],
  ['/confirm?token_hash=h&type=signup', { kind: 'link', tokenHash: 'h', type: 'signup' }],
  [
    '/confirm?token_hash=h&type=email&redirect_to=https%3A%2F%2Fsite.example%2Fconfirm%3Fflow%3Df',
    { kind: 'link', tokenHash: 'h', type: 'email', target: '/confirm?flow=f', flow: 'f' },
  ],
  ['/confirm?token_hash=h&type=nonsense', { kind: 'nothing' }],
  ['/confirm#message=Half+done', { kind: 'message', message: 'Half done' }],
  [
    '/confirm?error=access_denied#error=access_denied&error_code=otp_expired&error_description=Too+late',
    { kind: 'error', code: 'otp_expired', description: 'Too late' },
  ],
  ['/confirm?error=x', { kind: 'error', description: 'Error in URL with unspecified error_description' }],
])('%s', (address, expected) => {
  expect(read(address)).toEqual(expected);
});

test.each([
  ['https://site.example/account?a=1#b', '/account?a=1#b'],
  ['https://evil.example/account', undefined],
  ['https://site.example.evil.example/', undefined],
  ['https://site.example//evil.example', undefined],
  // Browsers read it as a path of the preceding host, and so does this code.
  ['https://site.example\\@evil.example/', '/@evil.example/'],
  ['//evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['/account', undefined],
])('a link with the redirect target %s is followed to %s', (address, expected) => {
  const callback = read(`/confirm?token_hash=h&type=signup&redirect_to=${encodeURIComponent(address)}`);
  expect(callback.kind === 'link' && callback.target).toBe(expected);
});

test.each(otherHostPaths)('a link with the redirect target %j is not followed', (path) => {
  const address = encodeURIComponent(`https://site.example${path}`);
  const callback = read(`/confirm?token_hash=h&type=signup&redirect_to=${address}`);
  expect(callback.kind === 'link' && callback.target).toBe(undefined);
});

test.each([
  [
    '/#/in&access_token=a&refresh_token=b',
    { kind: 'session', tokens: new URLSearchParams('/in&access_token=a&refresh_token=b') },
  ],
  ['/?error=x#/in&error=x&error_description=Too+late', { kind: 'error', description: 'Too late' }],
])('an answer after a route in the fragment is read: %s', (address, expected) => {
  expect(read(address)).toEqual(expected);
});
