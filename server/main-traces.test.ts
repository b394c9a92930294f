/** The traces of the whole process, as a collector gets them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readSpans } from '../tests/harness/read-spans.ts';
import { prepareSiteProcesses } from '../tests/harness/site-processes.ts';
import { ok, type Receiver, startReceiver } from '../tests/harness/webhooks/start-receiver.ts';

const { start } = prepareSiteProcesses();

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentSpanId = '00f067aa0ba902b7';
const sampled = { traceparent: `00-${traceId}-${parentSpanId}-01` };

let collector: Receiver;
beforeAll(async () => {
  collector = await startReceiver();
});
beforeEach(() => {
  collector.requests.length = 0;
  collector.answer = ok;
});
afterAll(() => collector.close());

const traced = (settings: Record<string, string> = {}) =>
  start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings });

it('each request is a span, which is sent before the process ends', async () => {
  const site = traced({ OTEL_SERVICE_NAME: 'my site', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc' });
  const { url } = await site.address();
  const before = Date.now();
  await (await fetch(`${url}/nowhere?secret=1`, { headers: { 'x-request-id': 'from-proxy-1' } })).text();
  for (let count = 0; count < 2; count += 1) await (await fetch(`${url}/posts/first`)).text();
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);

  const spans = readSpans(collector.requests);
  expect(spans.map(({ name }) => name)).toEqual(['GET page', 'GET page', 'GET page']);
  expect(spans[0]).toMatchObject({
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    kind: 2,
    status: {},
    attributes: {
      'service.name': 'my site',
      'http.request.method': 'GET',
      'http.response.status_code': '404',
      'url.path': '/nowhere',
      'url.scheme': 'http',
      'porchlight.route_kind': 'page',
      'porchlight.request_id': 'from-proxy-1',
    },
  });
  expect(spans[0]).not.toHaveProperty('parentSpanId');
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(Number(startTimeUnixNano) / 1e6).toBeGreaterThanOrEqual(before - 1);
    expect(BigInt(startTimeUnixNano)).toBeLessThan(BigInt(endTimeUnixNano));
    expect(Number(endTimeUnixNano) / 1e6).toBeLessThanOrEqual(Date.now());
  }
  expect(collector.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', 'api-key': 'abc' },
  });
  expect(collector.requests.map(({ body }) => body).join()).not.toContain('secret');
});

it('the trace of a caller is continued, also by a page from the cache, and not sent if the caller sends none', async () => {
  const site = traced();
  const { url } = await site.address();
  const unsampled = { traceparent: sampled.traceparent.replace(/1$/, '0') };
  const wrong = { traceparent: `00-${'0'.repeat(32)}-${parentSpanId}-01` };
  for (const headers of [sampled, sampled, unsampled, wrong])
    await (await fetch(`${url}/posts/first`, { headers })).text();
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
  const spans = readSpans(collector.requests);
  expect(spans.map((span) => [span.traceId, span.parentSpanId])).toEqual([
    [traceId, parentSpanId],
    [traceId, parentSpanId],
    [expect.not.stringMatching(/^0+$/), undefined],
  ]);
});

it('OTEL_TRACES_SAMPLER=always_off sends nothing', async () => {
  const site = traced({ OTEL_TRACES_SAMPLER: 'always_off' });
  const { url } = await site.address();
  await fetch(`${url}/posts/first`, { headers: sampled });
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
  expect(collector.requests).toEqual([]);
});

it('a collector that never answers keeps neither a request nor the end of the process waiting', async () => {
  collector.answer = () => {};
  const site = traced();
  const { url } = await site.address();
  expect((await fetch(`${url}/posts/first`)).status).toBe(200);
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
  expect(collector.requests).toHaveLength(1);
  const messages = site.lines().map(({ message }) => String(message));
  expect(messages.filter((message) => /Traces|Spans/.test(message))).toEqual([
    `Traces cannot be sent to ${collector.url}/v1/traces: it did not answer`,
    'Spans that were not sent: 1.',
  ]);
});
