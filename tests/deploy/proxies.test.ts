/** The examples for nginx and Caddy, run in front of a site. */
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { connect } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseConfig } from '../../backend/config/read-config.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { readText, repository } from '../harness/read-tree.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';
import { canInstall, findSystemProgram } from '../harness/system-programs.ts';
import { prepareNginx, type RunningProxy, runOrThrow, startCaddy, startNginx } from './start-proxies.ts';

const publishableKey = 'sb_publishable_for_tests_of_proxies';
/** Says at once who is calling, in a response that does not end; or logs the first piece of a body, and counts its bytes. */
const functionText = `Deno.serve(async (request) => {
  if (request.method === 'GET') {
    const caller = new TextEncoder().encode(request.headers.get('x-forwarded-for'));
    const body = new ReadableStream({ start: (to) => to.enqueue(caller) });
    return new Response(body, { headers: { 'content-type': 'text/plain' } });
  }
  let bytes = 0;
  for await (const piece of request.body) {
    if (bytes === 0) console.log('begun: ' + request.headers.get('x-name'));
    bytes += piece.length;
  }
  return new Response(String(bytes));
});`;

const proxies = [
  ['nginx', 'nginx-light', startNginx],
  ['caddy', 'caddy', startCaddy],
] as const;
const found = proxies.map(([name, packageName]) => findSystemProgram(name, packageName));

let site: RunningSite;
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

beforeAll(async () => {
  if (!found.some((program) => program)) return;
  const { folder, remove } = await makeFolder();
  ends.push(remove);
  cpSync(join(repository, 'supabase'), folder, { recursive: true });
  mkdirSync(join(folder, 'functions/passes'));
  writeFileSync(join(folder, 'functions/passes/index.ts'), functionText);
  appendFileSync(join(folder, 'config.toml'), '\n[functions.passes]\nverify_jwt = false\n');
  site = await startSite({
    env: {
      SITE_URL: 'https://example.com',
      TRUST_PROXY: '1',
      PUBLISHABLE_KEY: publishableKey,
      SUPABASE_CONFIG: join(folder, 'config.toml'),
    },
  });
  ends.push(site.stop);
});

for (const [index, [name, , start]] of proxies.entries()) {
  const program = found[index];
  if (program) describe(`behind ${name}`, () => testProxy(name, program, start));
}

function testProxy(name: string, program: string, start: typeof startNginx): void {
  let proxy: RunningProxy;
  beforeAll(async () => {
    const { folder, remove } = await makeFolder();
    ends.push(remove);
    proxy = await start({ program, folder, sitePort: Number(new URL(site.url).port) });
    ends.push(proxy.stop);
  });
  /** From another address of this machine, so that it differs from the proxy's. */
  const options = (path: string): RequestOptions => ({
    host: '127.0.0.1',
    port: proxy.https,
    path,
    localAddress: '127.0.0.2',
    servername: 'example.com',
    rejectUnauthorized: false,
    headers: { host: 'example.com' },
  });

  it('a page has the headers and the compression of the site', async () => {
    const own = await fetch(`${site.url}/`, { headers: { 'accept-encoding': 'br' } });
    const stream = connect(`https://127.0.0.1:${proxy.https}`, {
      rejectUnauthorized: false,
      servername: 'example.com',
    });
    const answer = stream.request({ ':authority': 'example.com', 'accept-encoding': 'br' });
    const [headers] = await once(answer, 'response');
    answer.resume();
    await once(answer, 'end');
    stream.close();
    expect(headers[':status']).toBe(200);
    const names = [
      'content-encoding',
      'etag',
      'cache-control',
      'content-security-policy',
      'strict-transport-security',
    ];
    const pick = (find: (header: string) => unknown) => names.map((header) => [header, find(header)]);
    expect(pick((header) => headers[header])).toEqual(pick((header) => own.headers.get(header)));
    expect(headers['content-encoding']).toBe('br');
  });

  it('http leads to https', async () => {
    const { http: port } = proxy;
    const asked = requestPlain({
      host: '127.0.0.1',
      port,
      path: '/posts?a=1',
      headers: { host: 'example.com' },
    });
    asked.end();
    const [response] = await once(asked, 'response');
    response.resume();
    expect([301, 308]).toContain(response.statusCode);
    expect(response.headers.location).toMatch(/^https:\/\/example\.com(:\d+)?\/posts\?a=1$/);
  });

  it('the site knows the visitor, who cannot claim to be another, and a stream passes as it comes', async () => {
    const { headers, ...rest } = options('/functions/v1/passes');
    const asked = request({
      ...rest,
      headers: { ...headers, 'x-forwarded-for': '203.0.113.9', 'accept-encoding': 'gzip, br' },
    });
    asked.end();
    const [response] = await once(asked, 'response');
    const [piece] = await once(response, 'data');
    response.on('error', () => {}).destroy();
    expect([response.statusCode, String(piece)]).toEqual([200, '127.0.0.2']);
    // A stream that is compressed arrives late.
    expect(response.headers['content-encoding']).toBeUndefined();
  });

  it('a file of the largest size passes as it comes, with the form around it', async () => {
    const bytes = parseConfig(readText('supabase/config.toml')).storage.fileSizeLimit + 10_000;
    const { headers, ...rest } = options('/functions/v1/passes');
    const asked = request({
      ...rest,
      method: 'POST',
      headers: { ...headers, 'content-length': bytes, 'x-name': name },
    });
    const answered = once(asked, 'response');
    asked.write(Buffer.alloc(10_000));
    await expect.poll(site.output).toContain(`begun: ${name}`);
    asked.end(Buffer.alloc(bytes - 10_000));
    const [response] = await answered;
    const [answer] = await once(response, 'data');
    expect([response.statusCode, String(answer)]).toEqual([200, String(bytes)]);
  });

  it('a WebSocket of realtime opens', async () => {
    const { host: address, port, ...rest } = options('');
    const path = `/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`;
    const socket = new WebSocket(`wss://${address}:${port}${path}`, rest);
    await once(socket, 'open');
    socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }));
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toMatchObject({ ref: '1', payload: { status: 'ok' } });
    socket.close();
    await once(socket, 'close');
  });
}

/** The block of code with this title on the guide's page about more than one machine. */
function readExample(title: string): string {
  const page = readText('content/posts/1.guide/23.more-than-one-machine.md');
  const [, text = ''] = page.split(`[${title}]\n`);
  return text.split('```')[0] ?? '';
}

const [nginx, caddy] = found;
const twoProcesses = ['10.0.0.2:3000', '10.0.0.3:3000'];
async function makeOwnFolder(): Promise<string> {
  const { folder, remove } = await makeFolder();
  ends.push(remove);
  return folder;
}

if (nginx)
  it('nginx accepts the example with two processes', async () => {
    const upstream = readExample('/etc/nginx/conf.d/porchlight.conf');
    for (const address of twoProcesses) expect(upstream).toContain(`server ${address};`);
    const example = readText('deploy/nginx.conf').replace(/^upstream [^}]*\}\n/m, upstream);
    prepareNginx({ program: nginx, folder: await makeOwnFolder() }, example, { https: 443, http: 80 });
  });

if (caddy)
  it('Caddy accepts the example with two processes, and asks for their health', async () => {
    const file = join(await makeOwnFolder(), 'Caddyfile');
    writeFileSync(file, readExample('/etc/caddy/Caddyfile'));
    const printed = runOrThrow(caddy, ['adapt', '--adapter', 'caddyfile', '--config', file]);
    for (const part of [...twoProcesses, '"uri":"/readyz"', 'ip_hash']) expect(printed).toContain(part);
  });

it('both proxies are there in CI, or their absence is printed', () => {
  if (canInstall()) expect(found).toEqual([expect.any(String), expect.any(String)]);
});
