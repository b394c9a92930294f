/** A view is counted without personal data, or discarded under its reason. */
import { BlockList } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { firefox, incomingView } from '../tests/harness/page-views/test-view.ts';
import { createViewCounter, type ViewCounter } from './count-views.ts';
import { createPageTokens } from './page-token.ts';
import type { CountedView } from './view.ts';
import { createVisitorNumbers } from './visitor-number.ts';

let now: number;
let counted: CountedView[];
let discarded: string[];
let logged: string[];
let counter: ViewCounter;
const tokens = createPageTokens('secret', () => now);
const pages = ['/', '/about', '/running', '/posts/a'];

beforeEach(() => {
  now = Date.UTC(2026, 10, 15, 12);
  [counted, discarded, logged] = [[], [], []];
  counter = openCounter(async (day) => `salt of ${day}`);
});

function openCounter(
  readSalt: (day: string) => Promise<string>,
  onFault?: (error: unknown) => void,
): ViewCounter {
  return createViewCounter({
    siteUrl: 'https://site.test',
    tokens,
    pathExists: (path) => pages.includes(path),
    respectDoNotTrack: true,
    ignoredAddresses: new BlockList(),
    countryHeader: 'cf-ipcountry',
    isShared: false,
    timeZone: 'UTC',
    visitors: createVisitorNumbers({ readSalt }, { now: () => now, ...(onFault && { onFault }) }),
    onCounted: (view) => counted.push(view),
    onDiscarded: (_day, reason) => discarded.push(reason),
    log: ({ message }) => logged.push(message),
    now: () => now,
  });
}

function view(changes: Parameters<typeof incomingView>[0] = {}) {
  const path = changes.path ?? '/about';
  return incomingView({ path, token: tokens.sign(path), ...changes });
}

test('a view is counted without personal data', async () => {
  await counter.receive(
    view({ referrer: 'https://www.example.com/private?q=1', headers: { 'cf-ipcountry': 'de' } }),
  );
  expect(counted).toEqual([
    {
      day: '2026-11-15',
      hour: 12,
      visitor: expect.stringMatching(/^-?\d{1,20}$/),
      path: '/about',
      referrer: 'example.com',
      device: 'computer',
      country: 'DE',
    },
  ]);
  expect(JSON.stringify(counted)).not.toMatch(/203\.0\.113|Firefox|private/);
});

test('a visitor has the same number for a day, and another one the next day', async () => {
  await counter.receive(view());
  await counter.receive(view({ path: '/running' }));
  await counter.receive(view({ address: '203.0.113.10' }));
  await counter.receive(view({ headers: { 'user-agent': `${firefox} other` } }));
  now += 86_400_000;
  await counter.receive(view());
  const [first, again, otherAddress, otherBrowser, nextDay] = counted.map(({ visitor }) => visitor);
  expect(again).toBe(first);
  expect(new Set([first, otherAddress, otherBrowser, nextDay]).size).toBe(4);
});

test.each([
  ['an unknown path', () => view({ path: '/nowhere' }), 'unknown-path'],
  ['no token', () => view({ token: '' }), 'missing-token'],
  ['a made-up token', () => view({ token: 'x.y' }), 'forged-token'],
  ['the token of another page', () => view({ token: tokens.sign('/running') }), 'forged-token'],
  ['a bot', () => view({ headers: { 'user-agent': 'Googlebot' } }), 'bot'],
])('%s is discarded', async (_, make, reason) => {
  await counter.receive(make());
  expect({ counted, discarded }).toEqual({ counted: [], discarded: [reason] });
});

test('a token older than two days is stale', async () => {
  const old = view();
  now += 2 * 86_400_000;
  await counter.receive(old);
  expect(discarded).toEqual(['stale-token']);
});

test('the same message counts once, a reloaded page counts again', async () => {
  const sent = view();
  for (let i = 0; i < 3; i++) await counter.receive(sent);
  await counter.receive(view());
  expect(counted).toHaveLength(2);
  expect(discarded).toEqual(['replayed', 'replayed']);
});

test('a reader without script, who sends no nonce, counts once a minute per page', async () => {
  const withoutScript = () => {
    const { nonce: _, ...rest } = view();
    return rest;
  };
  await counter.receive(withoutScript());
  await counter.receive(withoutScript());
  now += 60_000;
  await counter.receive(withoutScript());
  expect(counted).toHaveLength(2);
  expect(discarded).toEqual(['replayed']);
});

test('a message that arrives twice at the same moment counts once', async () => {
  const sent = view();
  await Promise.all([counter.receive(sent), counter.receive(sent)]);
  expect(counted).toHaveLength(1);
});

test('a thousand views a minute are limited, and other visitors are not affected', async () => {
  for (let i = 0; i < 130; i++) await counter.receive(view());
  expect(discarded).toEqual(Array(10).fill('too-many'));
  await counter.receive(view({ address: '203.0.113.10' }));
  now += 60_000;
  await counter.receive(view());
  expect(counted).toHaveLength(122);
});

test('while the salt cannot be read, views are counted with another one, and the store is asked again', async () => {
  let away = true;
  const faults: unknown[] = [];
  counter = openCounter(
    async () => {
      if (away) throw new Error('the database is away');
      return 'the salt';
    },
    (error) => faults.push(error),
  );
  for (let i = 0; i < 5; i++) await counter.receive(view());
  expect(new Set(counted.map(({ visitor }) => visitor)).size).toBe(1);
  expect(faults).toHaveLength(1);
  away = false;
  now += 10_000;
  for (let i = 0; i < 5; i++) await counter.receive(view());
  expect(new Set(counted.map(({ visitor }) => visitor)).size).toBe(2);
  expect([counted.length, faults.length]).toEqual([10, 1]);
});

/** Views with many user agents from one address. */
async function sendAsMany(count: number, addressOf: (number: number) => string): Promise<void> {
  for (let number = 0; number < count; number++)
    await counter.receive(
      view({ address: addressOf(number), headers: { 'user-agent': `${firefox} Build/${number}` } }),
    );
}
const visitorCount = () => new Set(counted.map(({ visitor }) => visitor)).size;

test('an address has at most fifty visitors a day, with any number of user agents', async () => {
  await sendAsMany(200, () => '203.0.113.9');
  expect(visitorCount()).toBe(50);
  expect(discarded).toEqual(Array(150).fill('crowded-address'));
  // Known visitors still count, and other addresses are not affected.
  await counter.receive(view({ headers: { 'user-agent': `${firefox} Build/7` } }));
  await counter.receive(view({ address: '203.0.113.10', headers: { 'user-agent': `${firefox} Build/180` } }));
  expect(counted).toHaveLength(52);
  now += 24 * 3_600_000;
  await sendAsMany(20, () => '203.0.113.9');
  expect(discarded).toHaveLength(150);
});

test('a client with a whole IPv6 network is one address', async () => {
  await sendAsMany(200, (number) => `2001:db8:1:2:${number.toString(16)}::${number}`);
  expect(visitorCount()).toBe(50);
  await counter.receive(view({ address: '2001:db8:1:3::1' }));
  expect(visitorCount()).toBe(51);
});

test('an address has at most six hundred views a minute', async () => {
  for (let round = 0; round < 16; round++) await sendAsMany(40, () => '203.0.113.9');
  expect(counted).toHaveLength(600);
  expect(discarded).toEqual(Array(40).fill('crowded-address'));
  now += 60_000;
  await sendAsMany(40, () => '203.0.113.9');
  expect(counted).toHaveLength(640);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.1.5',
  '172.20.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
  'unknown',
])('%s does not identify one client and has no limit', async (address) => {
  await sendAsMany(70, () => address);
  expect(visitorCount()).toBe(70);
});
