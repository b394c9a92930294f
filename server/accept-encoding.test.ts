import { expect, it } from 'vitest';
import { createEncodingPreference, parseAcceptEncoding } from './accept-encoding.ts';

it.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['br;q=0.5, gzip;q=0.9', ['gzip', 'br', 'identity']],
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['identity, gzip;q=0.5', ['identity', 'gzip']],
  ['GZIP ; Q=1', ['gzip', 'identity']],
  ['identity;q=0, br;q=0', ['identity']],
  ['br;q=nonsense', ['identity']],
])('Accept-Encoding: %s prefers %o', (header, expected) => {
  expect(parseAcceptEncoding(header)).toEqual(expected);
});

it('returns the same array for the same header', () => {
  const preference = createEncodingPreference();
  for (let count = 0; count < 300; count += 1)
    expect(preference(`x${count}, br`)).toEqual(['br', 'identity']);
  expect(preference('gzip')).toEqual(preference('gzip'));
});
