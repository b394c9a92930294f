/** Each hosted counter, with a server that accepts what its documentation says and rejects everything else. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCounter } from './create-counter.ts';
import { createViewForwarder } from './forward-views.ts';
import type { ForwardedView, HostedCounterSettings } from './hosted-counter.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** The checks of each service: the response status, or the reason of a rejection. */
const services: Record<string, (given: Received) => number | string> = {
  '/api/event': ({ headers, body }) => {
    if (!headers['user-agent'] || !headers['x-forwarded-for']) return 'visitor headers are missing';
    return body.domain && body.name === 'pageview' && URL.canParse(String(body.url)) ? 202 : 'not an event';
  },
  '/api/send': ({ headers, body }) => {
    if (!headers['user-agent'] || body.type !== 'event') return 'not an event';
    const payload = body.payload as Record<string, string>;
    return payload.website && payload.url?.startsWith('/') && payload.hostname
      ? 200
      : 'payload is incomplete';
  },
  '/api/v0/count': ({ headers, body }) => {
    if (headers.authorization !== 'Bearer goat-key') return 'unauthorized';
    const hits = body.hits as { path?: string; ip?: string; user_agent?: string }[];
    if (hits.length > 500) return 'too many hits';
    return hits.every(({ path, ip, user_agent }) => path && ip && user_agent)
      ? 202
      : 'a hit needs ip and user_agent';
  },
  '/_vercel/insights/view': ({ headers, body }) => {
    if (headers['x-va-server'] !== '1' || !headers['x-vercel-ip']) return 'no visitor';
    return URL.canParse(String(body.o)) && typeof body.ts === 'number' ? 200 : 'not a view';
  },
};

let server: Server;
let url: string;
let received: Received[] = [];
let refusals: string[] = [];
let logged: string[] = [];
let down = false;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const given = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(await text(request)),
    };
    const answer = down ? 'down' : (services[given.path]?.(given) ?? 'no such address');
    if (typeof answer === 'number') received.push(given);
    else refusals.push(answer);
    response.writeHead(typeof answer === 'number' ? answer : 400).end(String(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [received, refusals, logged, down] = [[], [], [], false];
});
afterAll(() => server.close());

const view: ForwardedView = {
  url: 'https://site.test/posts/a',
  path: '/posts/a',
  referrer: 'https://example.com/',
  address: '203.0.113.9',
  userAgent: 'Firefox of a reader',
  language: 'de-DE',
  at: Date.UTC(2026, 10, 15, 7),
};

const open = (settings: HostedCounterSettings) =>
  createViewForwarder({
    counter: createCounter(settings, 'goat-key'),
    log: ({ message }) => logged.push(message),
    waitMs: 5,
  });

describe.each<[string, (url: string) => HostedCounterSettings, object, object]>([
  [
    'Plausible',
    (to) => ({ service: 'plausible', domain: 'site.test', url: to }),
    { 'user-agent': view.userAgent, 'x-forwarded-for': view.address },
    { name: 'pageview', domain: 'site.test', url: view.url, referrer: view.referrer },
  ],
  [
    'Umami',
    (to) => ({ service: 'umami', website: 'w-1', url: to }),
    { 'user-agent': view.userAgent },
    {
      type: 'event',
      payload: {
        website: 'w-1',
        hostname: 'site.test',
        url: '/posts/a',
        referrer: view.referrer,
        language: 'de-DE',
        ip: view.address,
      },
    },
  ],
  [
    'GoatCounter',
    (to) => ({ service: 'goatcounter', url: to }),
    { authorization: 'Bearer goat-key' },
    {
      hits: [
        {
          path: '/posts/a',
          ref: view.referrer,
          ip: view.address,
          user_agent: view.userAgent,
          created_at: '2026-11-15T07:00:00.000Z',
        },
      ],
    },
  ],
  [
    'Vercel Web Analytics',
    (to) => ({ service: 'vercel', url: to }),
    { 'user-agent': view.userAgent, 'x-vercel-ip': view.address },
    { o: view.url, r: view.referrer, ts: view.at },
  ],
])('%s', (name, settings, headers, body) => {
  test('accepts a view, as documented', async () => {
    const forwarder = open(settings(url));
    forwarder.add(view);
    await forwarder.close();
    expect({ refusals, logged }).toEqual({ refusals: [], logged: [] });
    expect(received).toMatchObject([{ headers, body }]);
  });

  test('accepts a hundred views at once', async () => {
    const forwarder = open(settings(url));
    for (let i = 0; i < 100; i++)
      forwarder.add({ ...view, path: `/posts/${i}`, url: `https://site.test/posts/${i}` });
    await forwarder.close();
    expect(refusals).toEqual([]);
    const counts = received.map(({ body: { hits } }) => (Array.isArray(hits) ? hits.length : 1));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
  });

  test('that is down is logged once, and does not delay requests', async () => {
    down = true;
    const forwarder = open(settings(url));
    for (let i = 0; i < 20; i++) forwarder.add(view);
    await forwarder.close();
    expect(logged).toEqual([expect.stringMatching(new RegExp(`did not reach ${name}: it answered 400`))]);
  });
});

test('an unreachable counter is logged', async () => {
  const forwarder = open({ service: 'plausible', domain: 'site.test', url: 'http://127.0.0.1:1' });
  forwarder.add(view);
  await forwarder.close();
  expect(logged).toEqual([expect.stringContaining('did not reach Plausible')]);
});

test('GoatCounter without a key ends the start', () => {
  expect(() => createCounter({ service: 'goatcounter', url }, undefined)).toThrow('set GOATCOUNTER_TOKEN');
});

test('views for GoatCounter are batched, because it accepts four requests a second', async () => {
  const forwarder = open({ service: 'goatcounter', url });
  for (let i = 0; i < 3; i++) forwarder.add(view);
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]?.body.hits).toHaveLength(3);
  await forwarder.close();
});
