import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSpans } from '../../tests/harness/read-spans.ts';
import { ok, type Receiver, startReceiver } from '../../tests/harness/webhooks/start-receiver.ts';
import { createLog, type ProcessLog } from '../log.ts';
import { openTraces, type Traces, type TracesOptions } from './open-traces.ts';

let collector: Receiver;
let traces: Traces;
let log: ProcessLog;
let written = '';
beforeEach(async () => {
  written = '';
  collector = await startReceiver();
});
afterEach(async () => {
  await traces.close();
  await collector.close();
});

function open(limits: NonNullable<TracesOptions['limits']>): void {
  log = createLog({
    write: (text) => {
      written += text;
    },
    isTerminal: true,
  });
  traces = openTraces({
    settings: {
      url: `${collector.url}/v1/traces`,
      headers: {},
      serviceName: 'test',
      sampler: 'always_on',
      ratio: 1,
    },
    siteUrl: 'https://site.test',
    log,
    limits,
  });
}

function record(url: string, status = 200, method = 'GET'): void {
  traces.record({ method, url, status, ms: 1, bytes: 1, id: 'id-1', traceParent: undefined });
}

function logged(): string {
  log.flush();
  return written;
}

const paths = () => readSpans(collector.requests).map(({ attributes }) => attributes['url.path']);

const later = 3_600_000;

test('a full batch is sent at once, and the rest when the process ends', async () => {
  open({ batchSize: 2, everyMs: later });
  for (const path of ['/1', '/2', '/3']) record(path);
  await expect.poll(paths).toEqual(['/1', '/2']);
  await traces.close();
  expect(paths()).toEqual(['/1', '/2', '/3']);
});

test('a few spans are sent after a while', async () => {
  open({ everyMs: 10 });
  record('/1');
  await expect.poll(paths).toEqual(['/1']);
});

test('while the collector is away, spans wait, the newest beyond the limit are dropped, and the log has one line', async () => {
  collector.answer = (response) => void response.writeHead(503).end();
  open({ maxWaiting: 3, batchSize: 2, everyMs: 10 });
  for (const path of ['/1', '/2', '/3', '/4', '/5']) record(path);
  await expect.poll(() => collector.requests.length).toBeGreaterThan(2);
  collector.answer = ok;
  const before = collector.requests.length;
  await expect
    .poll(() => readSpans(collector.requests.slice(before)).map(({ attributes }) => attributes['url.path']))
    .toEqual(expect.arrayContaining(['/3']));
  await traces.close();
  expect(paths()).not.toContain('/4');
  expect(logged().match(/Traces cannot be sent to .*: it answered 503/g)).toHaveLength(1);
});

test('spans that the collector refuses are not sent again', async () => {
  collector.answer = (response) => void response.writeHead(400).end();
  open({ batchSize: 1, everyMs: 10 });
  record('/refused');
  await expect.poll(paths).toEqual(['/refused']);
  collector.answer = ok;
  record('/taken');
  await expect.poll(paths).toEqual(['/refused', '/taken']);
  await traces.close();
  expect(paths()).toEqual(['/refused', '/taken']);
  expect(logged()).toContain('Traces are sent again. Spans that were dropped: 1.');
});

test('a collector that is not there costs nothing but a line in the log', async () => {
  open({ batchSize: 1 });
  await collector.close();
  record('/1');
  await traces.close();
  expect(logged()).toMatch(/warning: Traces cannot be sent to .*: .*ECONNREFUSED/);
  expect(logged()).toContain('Spans that were not sent: 1.');
  collector = await startReceiver();
});

test('a fault of the server is an error, and what a client invents is cut', async () => {
  open({});
  record(`/${'x'.repeat(5000)}?a`, 500, 'PURGE');
  await traces.close();
  const [span] = readSpans(collector.requests);
  expect(span).toMatchObject({
    name: '_OTHER page',
    status: { code: 2 },
    attributes: { 'http.request.method': '_OTHER', 'error.type': '500', 'url.scheme': 'https' },
  });
  expect(span?.attributes['url.path']).toHaveLength(256);
});
