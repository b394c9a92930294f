import { describe, expect, test } from 'vitest';
import { startRealtime } from '../../../tests/harness/realtime/test-realtime.ts';

const realtime = startRealtime();

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { url, secrets } = realtime();
  const response = await fetch(`${url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: { apikey: secrets.publishableKey, 'content-type': 'application/json', ...headers },
    body:
      body instanceof Uint8Array ? Buffer.from(body) : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}

const message = { topic: 'news', event: 'said', payload: { text: 'hello' } };

test('a list of messages reaches those who have joined', async () => {
  const socket = await realtime().connect();
  await socket.join('news');
  const { status, body, headers } = await post('', {
    messages: [message, { ...message, payload: { text: 'again' } }],
  });
  expect([status, body]).toEqual([202, '']);
  expect(headers.get('x-rate-limit')).toBe('500');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect((await socket.take('broadcast')).payload).toEqual({ ...said(message), type: 'broadcast' });
  expect((await socket.take('broadcast')).payload.payload).toEqual({ text: 'again' });
});

function said({ event, payload }: typeof message) {
  return { event, payload };
}

test('one message, as JSON and as bytes', async () => {
  const socket = await realtime().connect();
  await socket.join('one:2');
  expect((await post('/one%3A2/events/said', { a: 1 })).status).toBe(202);
  const bytes = { 'content-type': 'application/octet-stream' };
  expect((await post('/one%3A2/events/raw', new Uint8Array([0, 255]), bytes)).status).toBe(202);
  expect((await socket.take('broadcast')).payload).toMatchObject({ event: 'said', payload: { a: 1 } });
  expect((await socket.take('broadcast')).payload).toMatchObject({
    event: 'raw',
    payload: Buffer.from([0, 255]),
  });
});

describe('is refused', () => {
  test.each<[string, unknown, number, unknown]>([
    ['no JSON', '{', 400, { message: 'The body is not valid JSON' }],
    ['no messages', {}, 422, { errors: { messages: ["can't be blank"] } }],
    ['an empty list', { messages: [] }, 422, { errors: { messages: ["can't be blank"] } }],
    [
      'a message without a payload',
      { messages: [message, { topic: 'a', event: 'b' }] },
      422,
      { errors: { messages: [{}, { payload: ["can't be blank"] }] } },
    ],
    [
      'a payload that is no object',
      { messages: [{ ...message, payload: 'text' }] },
      422,
      { errors: { messages: [{ payload: ['is invalid'] }] } },
    ],
    [
      'a message of numbers',
      { messages: [{ topic: 1, event: 2, payload: {} }] },
      422,
      { errors: { messages: [{ topic: ['is invalid'], event: ['is invalid'] }] } },
    ],
  ])('%s', async (_, body, status, answer) => {
    expect(await post('', body)).toMatchObject({ status, body: answer });
  });

  test('a caller without a valid key', async () => {
    for (const apikey of ['', 'wrong'])
      expect(await post('', { messages: [message] }, { apikey })).toMatchObject({
        status: 401,
        body: { message: 'Unauthorized' },
      });
  });

  test('a type that is neither JSON nor bytes', async () => {
    const answer = await post('/a/events/b', 'x', { 'content-type': 'text/plain' });
    expect(answer).toMatchObject({
      status: 415,
      body: { error: 'Unsupported Media Type. Use application/json or application/octet-stream' },
    });
  });

  test('more messages in a second than a caller may send', async () => {
    const authorization = `Bearer ${realtime().tokenOf('22222222-2222-4222-8222-222222222222')}`;
    const messages = Array.from({ length: 501 }, () => message);
    expect(await post('', { messages }, { authorization })).toMatchObject({
      status: 429,
      body: { message: 'Too many requests' },
    });
  });

  test('other methods and addresses', async () => {
    const { url } = realtime();
    expect((await fetch(`${url}/realtime/v1/api/broadcast`)).status).toBe(405);
    expect((await fetch(`${url}/realtime/v1/nothing`)).status).toBe(404);
  });
});
