import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutgoingFetch, type OutgoingFetchError } from './outgoing-fetch.ts';
import { isPublicAddress } from './public-address.ts';

const servers: Server[] = [];

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const inside = createOutgoingFetch({ privateHosts: ['127.0.0.1'] });

async function faultOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    () => undefined,
    (reason: OutgoingFetchError) => reason,
  );
  return error?.fault ?? 'none';
}

describe('a public address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2002:7f00:1::1',
    '2001:0:1::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('an outgoing fetch', () => {
  it('returns status, headers and text, and sends the given request', async () => {
    const address = await serve(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      response.writeHead(418, { 'X-Test': 'yes' });
      response.end(
        `${request.method} ${request.headers['content-type']} ${request.headers['x-mine']} ${body}`,
      );
    });
    const answer = await inside(`${address}/path`, {
      body: new URLSearchParams({ a: 'ü & b' }),
      headers: { 'X-Mine': 'mine' },
    });
    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-test')).toBe('yes');
    expect(answer.text).toBe('POST application/x-www-form-urlencoded mine a=%C3%BC+%26+b');
  });

  it('does not follow a redirect', async () => {
    const asked: string[] = [];
    const address = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await faultOf(inside(address))).toBe('redirect');
    expect(asked).toEqual(['/']);
  });

  it('rejects a response that is too long, whatever length it states', async () => {
    const address = await serve((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    expect(await faultOf(inside(address, { maximumBytes: 100_000 }))).toBe('too_large');
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['begins an answer and never ends it', (_request, response) => void response.write('{')],
  ])('times out on a server that %s', async (_name, answer) => {
    expect(await faultOf(inside(await serve(answer), { timeLimitMs: 150 }))).toBe('too_slow');
  });

  it('times out on a name that never resolves', async () => {
    const fetch = createOutgoingFetch({ lookup: () => new Promise(() => undefined) });
    expect(await faultOf(fetch('https://slow.example/', { timeLimitMs: 50 }))).toBe('too_slow');
  });

  it('rejects a compressed response', async () => {
    const address = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
    });
    expect(await faultOf(inside(address))).toBe('compressed');
  });

  it('reports an unreachable server', async () => {
    const address = await serve(() => undefined);
    servers.splice(0).forEach((server) => void server.close());
    expect(await faultOf(inside(address))).toBe('unreachable');
  });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'nonsense',
  ])('refuses %s', async (address) => {
    const fetch = createOutgoingFetch({ lookup: async () => [{ address: '93.184.216.34', family: 4 }] });
    expect(await faultOf(fetch(address, { timeLimitMs: 1000 }))).toBe('refused_address');
  });

  it.each([
    ['leads inside', ['10.0.0.1']],
    ['leads inside only among others', ['93.184.216.34', '::1']],
  ])('refuses a name that %s', async (_name, addresses) => {
    const lookup = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    expect(await faultOf(createOutgoingFetch({ lookup })('https://rebound.example/'))).toBe(
      'refused_address',
    );
  });

  it('connects to the checked address and resolves a name once', async () => {
    const address = await serve((request, response) => void response.end(request.headers.host));
    const asked: string[] = [];
    const fetch = createOutgoingFetch({
      privateHosts: ['idp.example'],
      async lookup(hostname) {
        asked.push(hostname);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const { port } = new URL(address);
    expect((await fetch(`http://idp.example:${port}/`)).text).toBe(`idp.example:${port}`);
    expect(asked).toEqual(['idp.example']);
  });

  it('lets the owner allow one port of a host, and no other', async () => {
    const address = await serve((_request, response) => void response.end('here'));
    const fetch = createOutgoingFetch({ privateHosts: [new URL(address).host] });
    expect((await fetch(address)).text).toBe('here');
    expect(await faultOf(fetch('http://127.0.0.1:1/'))).toBe('refused_address');
  });
});
