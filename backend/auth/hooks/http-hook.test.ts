import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { json, refuse, startTestHook, type TestHook } from '../../../tests/harness/auth/start-test-hook.ts';
import { createOutgoingFetch } from '../../http/outgoing-fetch.ts';
import { createSystemRandomness, systemClock } from '../service/system-ports.ts';
import { HookError } from './hook-error.ts';
import { createHttpHook, type HttpHookLimits } from './http-hook.ts';

let server: TestHook;
let key: Buffer;

beforeAll(async () => {
  server = await startTestHook();
  key = Buffer.from(server.secret.replace('v1,whsec_', ''), 'base64');
});
beforeEach(() => {
  server.calls.length = 0;
  server.answer = (response) => json(response, {});
});
afterAll(() => server.close());

/** The default limits, without pauses. */
const quick: HttpHookLimits = { milliseconds: 5000, tries: 3, pauseMilliseconds: 1 };

function createHook(given: { uri?: string; keys?: Buffer[]; limits?: HttpHookLimits } = {}) {
  return createHttpHook({
    uri: given.uri ?? server.uri,
    keys: given.keys ?? [key],
    outgoing: createOutgoingFetch({ privateHosts: ['127.0.0.1'] }),
    clock: systemClock,
    random: createSystemRandomness(),
    limits: given.limits ?? quick,
  });
}

async function fault(
  work: Promise<unknown>,
): Promise<Pick<HookError, 'code' | 'status' | 'message' | 'outcome'>> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HookError)) throw new Error(`expected a HookError, got ${String(error)}`);
  const { code, status, message, outcome } = error;
  return { code, status, message, outcome };
}

describe('a request to a hook', () => {
  test('is signed, and its answer is returned', async () => {
    server.answer = (response) => json(response, { decision: 'continue' });
    expect(await createHook()({ name: 'Zoë' })).toEqual({ decision: 'continue' });
    expect(server.calls).toMatchObject([{ isSigned: true, signatures: 1, payload: { name: 'Zoë' } }]);
  });

  test('is signed with every secret during a rotation', async () => {
    await createHook({ keys: [randomBytes(24), key] })({});
    expect(server.calls).toMatchObject([{ isSigned: true, signatures: 2 }]);
  });

  test('is not signed for a receiver with another secret', async () => {
    await createHook({ keys: [randomBytes(24)] })({});
    expect(server.calls).toMatchObject([{ isSigned: false }]);
  });
});

describe('an answer', () => {
  test('without content is accepted', async () => {
    server.answer = (response) => response.writeHead(204).end();
    expect(await createHook()({})).toBeUndefined();
  });

  test.each([
    ['with its code', 403, 403, 'unknown'],
    ['without a code, as a 500', undefined, 500, 'unexpected_failure'],
    ['with a success code, as a 500', 200, 500, 'unexpected_failure'],
    ['with an invalid code, as a 500', 9999, 500, 'unexpected_failure'],
  ])('that refuses is passed on %s', async (_name, given, status, code) => {
    server.answer = (response) => refuse(response, 'Not you', given);
    expect(await fault(createHook()({}))).toEqual({ outcome: 'refused', status, code, message: 'Not you' });
    expect(server.calls).toHaveLength(1);
  });

  test('that refuses with an error status is understood as well', async () => {
    server.answer = (response) => json(response, { error: { http_code: 400, message: 'Wrong domain' } }, 400);
    expect(await fault(createHook()({}))).toMatchObject({
      outcome: 'refused',
      status: 400,
      message: 'Wrong domain',
    });
  });

  test('with an error that has no message is not a refusal', async () => {
    server.answer = (response) => json(response, { error: { http_code: 403 } });
    expect(await createHook()({})).toEqual({ error: { http_code: 403 } });
  });

  test.each([
    [400, 'Invalid payload sent to hook'],
    [401, 'Hook requires authorization token'],
    [404, 'Unexpected status code returned from hook: 404'],
    [503, 'Service currently unavailable due to hook'],
  ])('of status %i is a fault that is not retried', async (status, message) => {
    server.answer = (response) => response.writeHead(status).end('secret details');
    expect(await fault(createHook()({}))).toEqual({
      outcome: 'down',
      status: 500,
      code: 'unexpected_failure',
      message,
    });
    expect(server.calls).toHaveLength(1);
  });

  test('that redirects is not followed', async () => {
    server.answer = (response) => response.writeHead(307, { location: server.uri }).end();
    expect(await fault(createHook()({}))).toMatchObject({ outcome: 'down', status: 500 });
    expect(server.calls).toHaveLength(1);
  });

  test('of another type than JSON is refused', async () => {
    server.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello');
    expect(await fault(createHook()({}))).toMatchObject({
      outcome: 'invalid',
      status: 400,
      code: 'hook_payload_invalid_content_type',
    });
  });

  test('that is invalid JSON is refused', async () => {
    server.answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{');
    expect(await fault(createHook()({}))).toMatchObject({ outcome: 'invalid', status: 500 });
  });

  test('of exactly 200 KB is accepted, and one byte more is not', async () => {
    const answer = (length: number) => JSON.stringify('x'.repeat(length - 2));
    server.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer(200 * 1024));
    expect(await createHook()({})).toHaveLength(200 * 1024 - 2);
    server.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer(200 * 1024 + 1));
    expect(await fault(createHook()({}))).toMatchObject({
      outcome: 'invalid',
      status: 422,
      code: 'hook_payload_over_size_limit',
    });
  });
});

describe('a hook that fails', () => {
  test('is retried when it asks for it, three times in all, with the same id', async () => {
    server.answer = (response) => response.writeHead(429, { 'retry-after': '0' }).end();
    expect(await fault(createHook()({}))).toMatchObject({ outcome: 'down', status: 500 });
    expect(server.calls).toHaveLength(3);
    expect(new Set(server.calls.map(({ id }) => id)).size).toBe(1);
    expect(server.calls.every(({ isSigned }) => isSigned)).toBe(true);
  });

  test('and then recovers, is accepted', async () => {
    server.answer = (response) => {
      if (server.calls.length === 1) response.writeHead(503, { 'retry-after': 'true' }).end();
      else json(response, { decision: 'continue' });
    };
    expect(await createHook()({})).toEqual({ decision: 'continue' });
    expect(server.calls).toHaveLength(2);
  });

  test('because it is down is tried three times', async () => {
    const gone = await startTestHook();
    await gone.close();
    expect(await fault(createHook({ uri: gone.uri })({}))).toEqual({
      outcome: 'down',
      status: 422,
      code: 'hook_timeout_after_retry',
      message: 'Failed to reach hook after maximum retries',
    });
  });

  test('because it breaks the connection is tried three times', async () => {
    server.answer = (response) => response.socket?.destroy();
    expect(await fault(createHook()({}))).toMatchObject({ code: 'hook_timeout_after_retry' });
    expect(server.calls).toHaveLength(3);
  });

  test('to answer in time is given up', async () => {
    server.answer = () => {};
    const limits = { ...quick, milliseconds: 50 };
    expect(await fault(createHook({ limits })({}))).toEqual({
      outcome: 'down',
      status: 422,
      code: 'hook_timeout',
      message: 'Failed to reach hook within maximum time of 0.050000 seconds',
    });
    expect(server.calls.length).toBeLessThanOrEqual(1);
  });

  test('to answer in time, pauses included, is given up', async () => {
    server.answer = (response) => response.writeHead(429, { 'retry-after': '60' }).end();
    const limits = { milliseconds: 50, tries: 3, pauseMilliseconds: 60_000 };
    expect(await fault(createHook({ limits })({}))).toMatchObject({ code: 'hook_timeout', status: 422 });
  });
});
