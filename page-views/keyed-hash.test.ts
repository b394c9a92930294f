import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

test.each([
  ['short', 'salt'],
  ['as long as a block', 'k'.repeat(64)],
  ['longer than a block', 'k'.repeat(65)],
  ['empty', ''],
  ['not of ASCII letters', 'Schlüssel'],
])('a key that is %s gives the same result as node:crypto', (_, key) => {
  const keyedHash = createKeyedHash(key);
  // Long, then short again: no state of one text affects the next.
  for (const text of ['203.0.113.9\nFirefox', 'ä€😀'.repeat(2_000), '', 'x'.repeat(960), 'y'])
    expect(keyedHash(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
});
