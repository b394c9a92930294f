import { describe, expect, it, test } from 'vitest';
import type { OutgoingFetch, OutgoingFetchError } from './outgoing-fetch.ts';
import { createAnswerOwn, listOwnHosts } from './own-address.ts';

const sent: string[] = [];
const outgoing: OutgoingFetch = async (address) => {
  sent.push(String(address));
  return { status: 200, headers: new Headers(), text: 'from outside' };
};

const hosts = listOwnHosts({ port: 3000, apiPort: 54321, projectId: 'shop' });
const createFetch = (serve: (request: Request) => Promise<Response>) =>
  createAnswerOwn({ publicUrl: 'https://shop.example/auth/v1', hosts, serve })(outgoing);

describe('a request to the own address', () => {
  it.each([
    'https://shop.example/functions/v1/pay?a=1',
    'https://SHOP.example:443/functions/v1/pay?a=1',
    'http://localhost:3000/functions/v1/pay?a=1',
    'http://127.0.0.1:3000/functions/v1/pay?a=1',
    'http://[::1]:3000/functions/v1/pay?a=1',
    'http://host.docker.internal:3000/functions/v1/pay?a=1',
    'http://host.docker.internal:54321/functions/v1/pay?a=1',
    'http://kong:8000/functions/v1/pay?a=1',
    'http://api.supabase.internal:8000/functions/v1/pay?a=1',
    'http://supabase_kong_shop:8000/functions/v1/pay?a=1',
  ])('is answered in the process: %s', async (address) => {
    const fetch = createFetch(async (request) =>
      Response.json(
        { url: request.url, method: request.method, body: await request.text() },
        { status: 201, headers: { 'x-own': 'yes' } },
      ),
    );
    const answer = await fetch(address, { body: 'text' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-own')).toBe('yes');
    expect(JSON.parse(answer.text)).toEqual({
      url: 'https://shop.example/functions/v1/pay?a=1',
      method: 'POST',
      body: 'text',
    });
  });

  it.each([
    'https://shop.example/about',
    'https://shop.example:8443/functions/v1/pay',
    'https://shop.example.evil.test/functions/v1/pay',
    'http://localhost:54321/functions/v1/pay',
    'http://kong:8001/functions/v1/pay',
    'http://supabase_kong_other:8000/functions/v1/pay',
    'https://shop.example/functions/v10/pay',
    'not an address',
  ])('is another one: %s', async (address) => {
    const fetch = createFetch(() => Promise.reject(new Error('not for us')));
    expect(await fetch(address)).toMatchObject({ text: 'from outside' });
    expect(sent.at(-1)).toBe(address);
  });

  it('cannot pretend to come through a proxy', async () => {
    let received = new Headers();
    const fetch = createFetch(async (request) => {
      received = request.headers;
      return new Response();
    });
    const headers = { 'X-Forwarded-For': '203.0.113.9', Host: 'other.test', 'X-Kept': 'yes' };
    await fetch('http://kong:8000/rest/v1/', { headers, body: Buffer.from('a'), method: 'DELETE' });
    expect(Object.fromEntries(received)).toEqual({ 'x-kept': 'yes' });
  });
});

describe('an answer of the own address', () => {
  const address = 'http://kong:8000/functions/v1/pay';
  const fault = async (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: OutgoingFetchError) => error.fault,
    );

  test('that takes too long is given up, and its handler is told', async () => {
    let isTold = false;
    const fetch = createFetch(({ signal }) => {
      signal.addEventListener('abort', () => {
        isTold = true;
      });
      return new Promise(() => {});
    });
    expect(await fault(fetch(address, { timeLimitMs: 20 }))).toBe('too_slow');
    expect(isTold).toBe(true);
  });

  test('that never ends is given up', async () => {
    const fetch = createFetch(async () => new Response(new ReadableStream()));
    expect(await fault(fetch(address, { timeLimitMs: 20 }))).toBe('too_slow');
  });

  test('with too many bytes is refused', async () => {
    const fetch = createFetch(async () => new Response('12345'));
    expect(await fault(fetch(address, { maximumBytes: 4 }))).toBe('too_large');
    expect(await fetch(address, { maximumBytes: 5 })).toMatchObject({ text: '12345' });
  });

  test('that is a redirect is refused', async () => {
    const fetch = createFetch(async () => Response.redirect('https://shop.example/'));
    expect(await fault(fetch(address))).toBe('redirect');
  });

  test('that could not be made counts as an unreachable server', async () => {
    const fetch = createFetch(() => Promise.reject(new Error('no')));
    expect(await fault(fetch(address))).toBe('unreachable');
  });
});
