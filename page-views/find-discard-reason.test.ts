import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { incomingView } from '../tests/harness/page-views/test-view.ts';
import { findDiscardReason } from './find-discard-reason.ts';

const ignoredAddresses = new BlockList();
ignoredAddresses.addSubnet('10.0.0.0', 8, 'ipv4');
ignoredAddresses.addAddress('2001:db8::7', 'ipv6');
const rules = { respectDoNotTrack: true, ignoredAddresses };

test.each([
  ['a reader', {}, undefined],
  ['a search engine', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }, 'bot'],
  ['a program', { headers: { 'user-agent': 'curl/8.5.0' } }, 'bot'],
  ['a client without a user agent', { headers: { 'user-agent': '' } }, 'bot'],
  [
    'a headless browser',
    { headers: { 'user-agent': 'Mozilla/5.0 HeadlessChrome/140.0 Safari/537.36' } },
    'headless',
  ],
  ['a headless browser by its brand', { headers: { 'sec-ch-ua': '"HeadlessChrome";v="140"' } }, 'headless'],
  ['a browser that a program steers', { automated: true }, 'headless'],
  ['a page that is fetched ahead', { headers: { 'sec-purpose': 'prefetch' } }, 'prefetch'],
  ['a page that is made ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 'prefetch'],
  ['a page that is fetched ahead, in the old words', { headers: { purpose: 'prefetch' } }, 'prefetch'],
  ['the owner, by the session', { isOwner: true }, 'owner'],
  ['the owner, by the browser', { ownersBrowser: true }, 'owner'],
  ['an address that is left out', { address: '10.1.2.3' }, 'ignored-address'],
  ['an IPv6 address that is left out', { address: '2001:db8::7' }, 'ignored-address'],
  ['an address that is none', { address: 'unknown' }, undefined],
  ['Do Not Track', { headers: { dnt: '1' } }, 'do-not-track'],
  ['Global Privacy Control', { headers: { 'sec-gpc': '1' } }, 'do-not-track'],
])('%s', (_, changes, reason) => {
  expect(findDiscardReason(incomingView(changes as object), rules)).toBe(reason);
});

test('without the setting, Do Not Track has no effect', () => {
  const view = incomingView({ headers: { dnt: '1', 'sec-gpc': '1' } });
  expect(findDiscardReason(view, { ...rules, respectDoNotTrack: false })).toBeUndefined();
});
