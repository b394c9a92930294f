import { expect, it } from 'vitest';
import { findClientAddress, parseProxyTrust } from './client-address.ts';

it.each([
  // trust, socket, X-Forwarded-For, client
  ['0', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['1', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['1', '10.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['2', '10.0.0.1', '1.2.3.4, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['2', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['1', '10.0.0.1', undefined, '10.0.0.1'],
  ['1', '10.0.0.1', 'not-an-address', '10.0.0.1'],
  ['10.0.0.0/8', '10.0.0.1', '1.2.3.4, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
  ['10.0.0.0/8', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['10.0.0.0/8, ::1', '::1', '2001:db8::7', '2001:db8::7'],
  ['127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.0/8', '10.0.0.1', '10.0.0.7', '10.0.0.7'],
])('with TRUST_PROXY=%s, a connection from %s with X-Forwarded-For %s is %s', (trust, socket, forwarded, client) => {
  expect(findClientAddress(socket, forwarded, parseProxyTrust(trust))).toBe(client);
});
