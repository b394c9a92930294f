import { expect, test } from 'vitest';
import { createRequestRate } from './request-rate.ts';

test('an address has a number of requests in each second', () => {
  let now = 5000;
  const count = createRequestRate(2, () => now);
  count('10.0.0.1');
  count('10.0.0.1');
  expect(() => count('10.0.0.1')).toThrow(expect.objectContaining({ statusCode: 429 }));
  expect(() => count('10.0.0.2')).not.toThrow();
  now = 6000;
  expect(() => count('10.0.0.1')).not.toThrow();
});

test('addresses of one IPv6 network share their number', () => {
  const count = createRequestRate(1, () => 0);
  count('2001:db8::1');
  expect(() => count('2001:db8::2')).toThrow('At most 1');
});
