/** The metrics of the whole process. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOpenMetrics } from '../tests/harness/read-open-metrics.ts';
import { prepareSiteProcesses, type SiteProcess } from '../tests/harness/site-processes.ts';

const processes = prepareSiteProcesses();
const { start } = processes;

const token = 'a-token-of-at-least-32-characters';
const withToken = { headers: { authorization: `Bearer ${token}` } };

async function read(url: string, init: RequestInit = withToken): Promise<Map<string, number>> {
  const response = await fetch(url, init);
  expect(response.status).toBe(200);
  return readOpenMetrics(await response.text());
}

/** The address that the start has printed. */
function metricsAddress(site: SiteProcess): string {
  return /Metrics are on (http:[^"\s]+)/.exec(site.output())?.[1] ?? '';
}

it('without a setting there are no metrics', async () => {
  const { url } = await start().address();
  expect((await fetch(`${url}/metrics`, withToken)).status).toBe(404);
});

describe('with METRICS_TOKEN', () => {
  it('only the token opens them', async () => {
    const { url } = await start({ METRICS_TOKEN: token }).address();
    for (const authorization of ['', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, 'Bearer ', token]) {
      const refused = await fetch(`${url}/metrics`, { headers: { authorization } });
      expect([authorization, refused.status]).toEqual([authorization, 401]);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect(await refused.text()).not.toContain('http_requests');
    }
    const response = await fetch(`${url}/metrics`, withToken);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(`${url}/metrics`, { ...withToken, method: 'POST' })).status).toBe(405);
  });

  it('they are made anew for each reading, and no cache keeps them', async () => {
    const { url } = await start({ METRICS_TOKEN: token }).address();
    const count = 'http_requests_total{kind="metrics",method="GET",status="2xx"}';
    expect((await read(`${url}/metrics`)).get(count)).toBeUndefined();
    const again = await fetch(`${url}/metrics`, withToken);
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(readOpenMetrics(await again.text()).get(count)).toBe(1);
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
  });

  it('they count requests by kind, method and class of status, and name no address', async () => {
    const { url } = await start({ METRICS_TOKEN: token }).address();
    for (const path of ['/posts/first', '/posts/first', '/secret-name?user=bertha', '/rest/v1/secret-name'])
      await (await fetch(url + path)).text();
    await fetch(`${url}/posts/first`, { method: 'PURGE' });
    const response = await fetch(`${url}/metrics`, withToken);
    const text = await response.text();
    expect(text).not.toMatch(/first|secret-name|bertha|PURGE/);
    const samples = readOpenMetrics(text);
    const requests = (kind: string, method: string, status: string) =>
      samples.get(`http_requests_total{kind="${kind}",method="${method}",status="${status}"}`);
    expect(requests('page', 'GET', '2xx')).toBe(2);
    expect(requests('page', 'GET', '4xx')).toBe(1);
    expect(requests('page', 'other', '4xx')).toBe(1);
    expect(requests('rest', 'GET', '4xx')).toBe(1);
    expect(samples.get('http_request_duration_seconds_count{kind="page"}')).toBe(4);
    expect(samples.get('http_request_duration_seconds_bucket{kind="page",le="+Inf"}')).toBe(4);
  });

  it('they show what the parts of the site do', async () => {
    const { url } = await start({ METRICS_TOKEN: token }).address();
    for (let count = 0; count < 3; count += 1) await (await fetch(`${url}/posts/first`)).text();
    await fetch(`${url}/views`, { method: 'POST', headers: { origin: 'http://other.test' }, body: '{}' });
    const { publishableKey } = JSON.parse(
      await readFile(join(processes.folder, 'data/secrets.json'), 'utf8'),
    ) as { publishableKey: string };
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${publishableKey}`;
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const samples = await read(`${url}/metrics`);
    expect(Object.fromEntries(samples)).toMatchObject({
      'porchlight_page_cache_hits_total{cache="pages"}': 2,
      'porchlight_page_cache_misses_total{cache="pages"}': 1,
      'porchlight_page_cache_entries{cache="pages"}': 1,
      porchlight_page_views_total: 0,
      'porchlight_page_views_discarded_total{reason="foreign-origin"}': 1,
      porchlight_realtime_sockets: 1,
      porchlight_realtime_channels: 0,
      porchlight_database_up: 1,
      'porchlight_database_connections_max{login="requests"}': 8,
      'porchlight_database_waiting{login="auth"}': 0,
      'porchlight_message_queue{medium="mail"}': 0,
      'porchlight_message_queue{medium="phone"}': 0,
    });
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total'])
      expect([name, samples.get(name)]).toEqual([name, expect.toSatisfy((value: number) => value > 0)]);
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(samples.get('porchlight_database_connections{login="auth",state="idle"}')).toBeGreaterThan(0);
    socket.close();
  });
});

describe('with METRICS_ADDRESS', () => {
  it('they are on that address and not on the site, and the process ends as usual', async () => {
    const site = start({ METRICS_ADDRESS: '127.0.0.1:0' });
    const { url } = await site.address();
    await fetch(`${url}/posts/first`);
    const address = metricsAddress(site);
    const samples = await read(address, {});
    expect(samples.get('http_requests_total{kind="page",method="GET",status="2xx"}')).toBe(1);
    expect((await fetch(new URL('/other', address))).status).toBe(404);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    site.child.kill('SIGTERM');
    expect(await site.exit).toBe(0);
  });

  it('a token is asked for there too, if one is set', async () => {
    const site = start({ METRICS_ADDRESS: 'localhost:0', METRICS_TOKEN: token });
    await site.address();
    expect((await fetch(metricsAddress(site))).status).toBe(401);
    await read(metricsAddress(site));
  });

  it('one that is taken is named in the error', async () => {
    const { port } = await start().address();
    const dataFolder = join(processes.folder, 'other');
    const second = start({ METRICS_ADDRESS: `127.0.0.1:${port}`, DATA_DIR: dataFolder });
    expect(await second.exit).toBe(1);
    expect(second.errors()).toBe(
      `Port ${port} is taken. Stop the other program or set METRICS_ADDRESS to a free one.\n`,
    );
    // It is said before anything is made.
    expect(existsSync(dataFolder)).toBe(false);
  });
});
