import { expect, test } from 'vitest';
import { firefox } from '../tests/harness/page-views/test-view.ts';
import { countryOf, deviceOf, referrerHost } from './describe-view.ts';
import { createReferrerLimit, otherReferrers } from './referrer-limit.ts';

test.each([
  [firefox, 'computer'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    'phone',
  ],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'tablet'],
  ['', 'computer'],
])('%s is a %s', (agent, device) => expect(deviceOf(new Headers({ 'user-agent': agent }))).toBe(device));

test.each([
  ['https://www.Example.com/a?secret=b#c', 'example.com'],
  ['http://news.example:8080/', 'news.example'],
  ['android-app://com.example.reader/', 'com.example.reader'],
  ['https://site.test/posts', null],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['not an address', null],
  ['', null],
  [`https://${'a'.repeat(300)}.example/`, null],
])('of the referrer %s, %s is stored', (referrer, host) => {
  expect(referrerHost(referrer, 'https://site.test')).toBe(host);
});

test.each([
  ['de', 'DE'],
  ['XX', null],
  ['T1', null],
  ['<script>', null],
])('a proxy’s value %s means %s', (value, country) => {
  expect(countryOf(new Headers({ 'cf-ipcountry': value }), 'cf-ipcountry')).toBe(country);
});

test('without the setting, a country header is ignored', () => {
  expect(countryOf(new Headers({ 'cf-ipcountry': 'DE' }), undefined)).toBeNull();
});

test('a flood of invented referrers is counted as one', () => {
  const limit = createReferrerLimit();
  for (let i = 0; i < 1000; i++) expect(limit('2026-11-15', `site-${i}.example`)).toBe(`site-${i}.example`);
  expect(limit('2026-11-15', 'one-more.example')).toBe(otherReferrers);
  expect(limit('2026-11-15', 'site-7.example')).toBe('site-7.example');
  expect(limit('2026-11-16', 'one-more.example')).toBe('one-more.example');
});
