import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startRealtime } from '../../../tests/harness/realtime/test-realtime.ts';

const realtime = startRealtime();
const user = '11111111-1111-4111-8111-111111111111';
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of this project, with another header. `hash`: undefined for no signature. */
function withHeader(header: object, hash: string | undefined): string {
  const [, body = ''] = realtime().tokenOf(user).split('.');
  const text = `${encode({ typ: 'JWT', ...header })}.${body}`;
  const signed = hash && createHmac(hash, realtime().secrets.jwtSecret).update(text).digest('base64url');
  return `${text}.${signed ?? ''}`;
}

const wrongTokens: [string, () => string][] = [
  ['without a signature', () => withHeader({ alg: 'none' }, undefined)],
  ['that says it has no signature, and has one', () => withHeader({ alg: 'none' }, 'sha256')],
  ['with another algorithm', () => withHeader({ alg: 'HS512' }, 'sha512')],
  ['with the algorithm of a key pair, signed with the secret', () => withHeader({ alg: 'ES256' }, 'sha256')],
  ['of an unknown key', () => withHeader({ alg: 'ES256', kid: 'unknown' }, 'sha256')],
  ['of another type', () => withHeader({ alg: 'HS256', typ: 'refresh' }, 'sha256')],
  ['of another issuer', () => realtime().tokenOf(user, { iss: 'https://elsewhere.example' })],
  ['for another audience', () => realtime().tokenOf(user, { aud: 'elsewhere' })],
  ['with a role that no request may have', () => realtime().tokenOf(user, { role: 'supabase_admin' })],
  ['without an expiry', () => realtime().tokenOf(user, { exp: undefined })],
  ['that has expired', () => realtime().tokenOf(user, { exp: 1000 })],
  ['that is not valid yet', () => realtime().tokenOf(user, { nbf: inAnHour() })],
  ['of no user', () => realtime().tokenOf('someone')],
  ['of an application', () => realtime().tokenOf(user, { client_id: 'app', scope: 'openid' })],
];

describe.each(wrongTokens)('a token %s', (_, token) => {
  test('opens no socket, joins no channel, and ends the channel that it is to renew', async () => {
    await expect(realtime().connect({ apikey: token() })).rejects.toThrow('Unexpected server response: 401');
    const socket = await realtime().connect();
    expect((await socket.join('room', {}, { access_token: token() })).payload.status).toBe('error');
    expect((await socket.join('room', {}, { access_token: realtime().tokenOf(user) })).payload.status).toBe(
      'ok',
    );
    socket.send('realtime:room', 'access_token', { access_token: token() });
    expect((await socket.take('system')).payload.status).toBe('error');
    await socket.take('phx_close', 'room');
  });
});

test('ten thousand joins end their socket, and no other', async () => {
  const [greedy, other] = [await realtime().connect(), await realtime().connect()];
  await other.join('quiet');
  for (let index = 0; index < 10_000; index += 1) greedy.send(`realtime:${index}`, 'phx_join', {});
  expect(await greedy.closed).toBe(1008);
  expect(greedy.received.filter(({ payload }) => payload.status === 'ok').length).toBeLessThanOrEqual(100);
  expect((await other.call('phoenix', 'heartbeat')).payload.status).toBe('ok');
});
