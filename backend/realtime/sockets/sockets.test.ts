import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openRealtimeServer, startRealtime } from '../../../tests/harness/realtime/test-realtime.ts';

const realtime = startRealtime();
const user = '11111111-1111-4111-8111-111111111111';

/** The response to an upgrade that is refused. */
async function refusalOf(query: Record<string, string>, headers: Record<string, string> = {}) {
  const address = `${realtime().url.replace('http', 'ws')}/realtime/v1/websocket?${new URLSearchParams(query)}`;
  const socket = new WebSocket(address, { headers });
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body: JSON.parse(body) };
}

describe('a connection is refused', () => {
  test.each<[string, () => Record<string, string>, number, string]>([
    ['without a key', () => ({}), 401, 'API key is missing'],
    ['with an unknown key', () => ({ apikey: 'sb_publishable_x' }), 401, 'Failed to validate JWT signature'],
    ['with text', () => ({ apikey: 'nonsense' }), 401, 'The token provided is not a valid JWT'],
    [
      'with an expired token',
      () => ({ apikey: realtime().tokenOf(user, { exp: 1000 }) }),
      401,
      'Token has expired',
    ],
    [
      'with a token without a role',
      () => ({ apikey: realtime().keyRing.sign({ exp: 9_999_999_999 }) }),
      401,
      'Fields `role` and `exp` are required in JWT',
    ],
    [
      'with a token without an expiry',
      () => ({ apikey: realtime().keyRing.sign({ role: 'anon' }) }),
      401,
      'Fields `role` and `exp` are required in JWT',
    ],
    [
      'with a token that is signed with another secret',
      () => ({ apikey: `${realtime().tokenOf(user).slice(0, -6)}AAAAAA` }),
      401,
      'Failed to validate JWT signature',
    ],
    [
      'with a token of another issuer',
      () => ({ apikey: realtime().tokenOf(user, { iss: 'https://elsewhere.example' }) }),
      401,
      'The token is not accepted: token has another issuer',
    ],
    [
      'with a role that no request may have',
      () => ({ apikey: realtime().tokenOf(user, { role: 'postgres' }) }),
      401,
      'The token is not accepted: permission denied to set role "postgres"',
    ],
    [
      'in a version that is not known',
      () => ({ apikey: realtime().secrets.publishableKey, vsn: '3.0.0' }),
      400,
      'The version vsn must be 1.0.0 or 2.0.0',
    ],
  ])('%s', async (_, query, status, error) => {
    expect(await refusalOf(query())).toEqual({ status, body: { error } });
  });

  test('when the header x-api-key is wrong, whatever the parameter says', async () => {
    const refused = await refusalOf({ apikey: realtime().secrets.publishableKey }, { 'x-api-key': 'wrong' });
    expect(refused.status).toBe(401);
  });
});

test.each([
  'anonKey',
  'serviceRoleKey',
  'publishableKey',
  'secretKey',
] as const)('the key %s opens a socket, from any origin', async (key) => {
  const socket = await realtime().connect({ apikey: realtime().secrets[key] });
  expect((await socket.call('phoenix', 'heartbeat')).payload.status).toBe('ok');
});

describe('a join is refused', () => {
  test.each<[string, () => string, string | RegExp]>([
    [
      'with an expired token',
      () => realtime().tokenOf(user, { exp: 1000 }),
      /^InvalidJWTToken: Token has expired \d{9,} seconds ago$/,
    ],
    ['with text', () => 'nonsense', 'MalformedJWT: The token provided is not a valid JWT'],
    [
      'with a token without an expiry',
      () => realtime().tokenOf(user, { exp: undefined }),
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
    [
      'with a token that is signed with another secret',
      () => `${realtime().tokenOf(user).slice(0, -6)}AAAAAA`,
      'JwtSignatureError: Failed to validate JWT signature',
    ],
  ])('%s', async (_, token, reason) => {
    const socket = await realtime().connect();
    const { payload } = await socket.join('room', {}, { access_token: token() });
    expect(payload.status).toBe('error');
    expect(payload.response.reason).toMatch(reason);
  });
});

test('a token that expires closes its channel, and not the socket', async () => {
  const socket = await realtime().connect();
  const exp = Math.floor(Date.now() / 1000) + 2;
  await socket.join('expiring', {}, { access_token: realtime().tokenOf(user, { exp }) });
  await socket.join('staying');
  const { payload } = await socket.take('system', 'expiring');
  expect(payload.message).toMatch(/^Token has expired \d+ seconds ago$/);
  await socket.take('phx_close', 'expiring');
  expect((await socket.call('phoenix', 'heartbeat')).payload.status).toBe('ok');
  expect(socket.received.filter(({ event }) => event === 'phx_close')).toHaveLength(1);
});

test('a token is renewed; a wrong one closes the channel', async () => {
  const socket = await realtime().connect();
  const exp = Math.floor(Date.now() / 1000) + 2;
  const config = { broadcast: { ack: true } };
  await socket.join('renewed', config, { access_token: realtime().tokenOf(user, { exp }) });
  for (const access_token of [null, 'sb_publishable_x', realtime().tokenOf(user)])
    socket.send('realtime:renewed', 'access_token', { access_token });
  const expired = await realtime().connect();
  await expired.join('renewed', {}, { access_token: realtime().tokenOf(user, { exp }) });
  await expired.take('phx_close');
  const said = { type: 'broadcast', event: 'a', payload: {} };
  expect((await socket.call('realtime:renewed', 'broadcast', said)).payload.status).toBe('ok');
  socket.send('realtime:renewed', 'access_token', { access_token: 'a.b.c' });
  expect((await socket.take('system')).payload.message).toBe('The token provided is not a valid JWT');
  await socket.take('phx_close', 'renewed');
});

test('a frame above five million bytes closes its socket, and no other', async () => {
  const [large, other] = [await realtime().connect(), await realtime().connect()];
  large.sendRaw('x'.repeat(5_000_001));
  expect(await large.closed).toBe(1009);
  expect((await other.call('phoenix', 'heartbeat')).payload.status).toBe('ok');
});

test('a request that is no upgrade, and an upgrade to something else, get an ordinary response', async () => {
  const { url } = realtime();
  expect((await fetch(`${url}/realtime/v1/websocket`)).status).toBe(426);
  const asked = request(`${url}/auth/v1/health`, {
    headers: { connection: 'upgrade', upgrade: 'h2c' },
  }).end();
  const [response] = await once(asked, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
});

describe('limits', () => {
  const toml = `[realtime]
max_sockets = 3
max_channels_per_socket = 2
max_joins_per_second = 4
private_only = false`;

  test('are those of config.toml', async () => {
    const server = await openRealtimeServer('', toml);
    try {
      const socket = await server.connect();
      for (const topic of ['a', 'b']) await socket.join(topic);
      expect((await socket.join('c')).payload.response.reason).toBe(
        'ChannelRateLimitReached: Too many channels',
      );
      const others = [await server.connect(), await server.connect()];
      await expect(server.connect()).rejects.toThrow('Unexpected server response: 429');
      others[0]?.close();
      await expect.poll(() => server.connect().catch(() => undefined)).toBeDefined();
      const [, greedy] = others;
      const topics = Array.from({ length: 12 }, (_, index) => `many-${index}`);
      const replies = topics.map((topic) => greedy?.join(topic));
      expect(await greedy?.closed).toBe(1008);
      expect(replies).toHaveLength(12);
      expect(greedy?.received.at(-1)?.payload.response.reason).toBe(
        'ClientJoinRateLimitReached: Too many joins per second',
      );
    } finally {
      await server.close();
    }
  });

  test('a client that tries wrong keys again and again is asked to wait', async () => {
    const server = await openRealtimeServer('', '');
    try {
      const statuses: string[] = [];
      for (let index = 0; index < 62; index += 1)
        await server.connect({ apikey: 'wrong' }).catch((error: unknown) => statuses.push(String(error)));
      expect(statuses[0]).toContain('401');
      expect(statuses.at(-1)).toContain('429');
    } finally {
      await server.close();
    }
  });
});

test('when the process ends, clients are told to reconnect, and nothing hangs', async () => {
  const server = await openRealtimeServer('', '');
  const socket = await server.connect();
  await socket.join('room');
  // It never answers the close.
  const silent = await server.connect();
  silent.socket.pause();
  await server.closeServer();
  expect(await socket.closed).toBe(1001);
  await expect(server.connect()).rejects.toThrow();
  await server.close();
});

test('a client that does not read is cut off, and the others go on', async () => {
  const server = await openRealtimeServer('', '');
  try {
    const [sender, reader, lazy] = [await server.connect(), await server.connect(), await server.connect()];
    for (const socket of [sender, reader, lazy]) await socket.join('busy', { broadcast: { ack: true } });
    lazy.socket.pause();
    const text = 'x'.repeat(2_000_000);
    for (let index = 0; index < 20; index += 1)
      await sender.call('realtime:busy', 'broadcast', { type: 'broadcast', event: 'a', payload: { text } });
    await expect.poll(() => reader.received.filter(({ event }) => event === 'broadcast').length).toBe(20);
    lazy.socket.resume();
    await lazy.closed;
    const got = lazy.received.filter(({ event }) => event === 'broadcast').length;
    expect(got).toBeLessThan(20);
  } finally {
    await server.close();
  }
});

test('open sockets and the channels that they joined are counted', async () => {
  const { activity, client, close } = await openRealtimeServer('', '');
  expect(await activity.countRealtime()).toEqual({ sockets: 0, channels: 0 });
  const opened = client();
  const joined = (name: string) =>
    new Promise<void>((resolve) => {
      opened.channel(name).subscribe((status) => {
        if (status === 'SUBSCRIBED') resolve();
      });
    });
  await Promise.all([joined('first'), joined('second')]);
  expect(await activity.countRealtime()).toEqual({ sockets: 1, channels: 2 });
  await opened.removeAllChannels();
  await close();
});
