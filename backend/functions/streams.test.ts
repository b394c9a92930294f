import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startFunctions } from '../../tests/harness/functions/test-functions.ts';

const functions = startFunctions({
  toml: '[functions.sockets]\nverify_jwt = false',
  files: {
    'collects/index.ts': `Deno.serve(async (request) => {
      const pieces = [];
      for await (const piece of request.body.pipeThrough(new TextDecoderStream())) {
        console.log('got ' + piece);
        pieces.push(piece);
      }
      return Response.json(pieces);
    });`,
    'endless/index.ts': `Deno.serve((request) => {
      request.signal.addEventListener('abort', () => console.log('the client has left'));
      let timer;
      const body = new ReadableStream({
        start(to) { timer = setInterval(() => to.enqueue(new TextEncoder().encode('tick ')), 20); },
        cancel() { clearInterval(timer); console.log('the stream was canceled'); },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });`,
    'waits/index.ts': `Deno.serve((request) => {
      request.signal.addEventListener('abort', () => console.log('left before the answer'));
      console.log('called');
      return new Promise(() => {});
    });`,
    'breaks/index.ts': `Deno.serve(() => new Response(new ReadableStream({
      async pull(to) { to.enqueue(new TextEncoder().encode('begun')); await new Promise((done) => setTimeout(done, 100)); Deno.exit(1); },
    })));`,
    'form/index.ts': `Deno.serve(async (request) => {
      const form = await request.formData();
      return Response.json({ name: form.get('name'), size: form.get('file').size });
    });`,
    'sockets/index.ts': `Deno.serve((request) => {
      if (request.headers.get('upgrade') !== 'websocket') return new Response('no socket', { status: 426 });
      const { socket, response } = Deno.upgradeWebSocket(request, { protocol: 'chat' });
      socket.onmessage = ({ data }) => socket.send(typeof data === 'string' ? 'echo ' + data : data);
      socket.onclose = () => console.log('the socket is closed');
      return response;
    });`,
    'private/index.ts': `Deno.serve((request) => Deno.upgradeWebSocket(request).response);`,
    'statuses/index.ts': `Deno.serve((request) => {
      const status = Number(new URL(request.url).searchParams.get('status'));
      const headers = new Headers({ 'x-own': 'yes', location: '/elsewhere', 'access-control-allow-origin': 'https://own.example' });
      headers.append('set-cookie', 'a=1'); headers.append('set-cookie', 'b=2');
      return new Response([204, 304].includes(status) ? null : 'text', { status, headers });
    });`,
  },
});

const authorization = () => ({ authorization: `Bearer ${functions().secrets.anonKey}` });

describe('bodies', () => {
  test('of requests arrive piece by piece', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const response = functions().call('collects', {
      method: 'POST',
      headers: authorization(),
      body: readable,
      duplex: 'half',
    } as RequestInit);
    for (const piece of ['one', 'two', 'three']) {
      await writer.write(new TextEncoder().encode(piece));
      await vi.waitFor(() => expect(functions().logged()).toContain(`collects: got ${piece}`), 40_000);
    }
    await writer.close();
    expect(await (await response).json()).toEqual(['one', 'two', 'three']);
  });

  test('of responses arrive piece by piece', async () => {
    const response = await functions().call('endless');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = 0; piece < 5; piece += 1) expect((await reader?.read())?.value).toMatch(/^(tick )+$/);
    await reader?.cancel();
  });

  test('with files are passed on as they are', async () => {
    const body = new FormData();
    body.set('name', 'Zoë');
    body.set('file', new Blob([new Uint8Array(300_000)]), 'file.bin');
    const response = await functions().call('form', { method: 'POST', body, headers: authorization() });
    expect(await response.json()).toEqual({ name: 'Zoë', size: 300_000 });
  });

  test('that are not read any more are ended in the function', async () => {
    const leaving = new AbortController();
    const response = await functions().call('endless', { headers: authorization(), signal: leaving.signal });
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('tick');
    leaving.abort();
    await vi.waitFor(
      () => expect(functions().logged()).toContain('endless: the stream was canceled'),
      40_000,
    );
  });

  test('that break off are not taken for whole', async () => {
    const response = await functions().call('breaks');
    await expect(response.text()).rejects.toThrow();
  });
});

test('a client that leaves before the answer aborts the request of the function', async () => {
  const leaving = new AbortController();
  const call = functions().call('waits', { headers: authorization(), signal: leaving.signal });
  call.catch(() => {});
  await vi.waitFor(() => expect(functions().logged()).toContain('waits: called'), 40_000);
  leaving.abort();
  await expect(call).rejects.toThrow();
  await vi.waitFor(() => expect(functions().logged()).toContain('waits: left before the answer'), 40_000);
});

test.each([
  200, 201, 204, 301, 304, 404, 418, 500, 599,
])('the status %s and the headers are the function’s own', async (status) => {
  const response = await functions().call(`statuses?status=${status}`, {
    headers: authorization(),
    redirect: 'manual',
  });
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-own': 'yes',
    location: '/elsewhere',
    'access-control-allow-origin': 'https://own.example',
  });
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

describe('a WebSocket', () => {
  const open = (path: string, headers = {}) =>
    new WebSocket(`${functions().url.replace('http', 'ws')}/functions/v1/${path}`, ['chat'], { headers });

  test('reaches the function: text, bytes, protocol and the end', async () => {
    const socket = open('sockets');
    await once(socket, 'open');
    expect(socket.protocol).toBe('chat');
    socket.send('hello');
    expect(String((await once(socket, 'message'))[0])).toBe('echo hello');
    const bytes = Buffer.alloc(500_000, 7);
    socket.send(bytes);
    expect(bytes.equals((await once(socket, 'message'))[0])).toBe(true);
    socket.close(4001, 'enough');
    expect((await once(socket, 'close'))[0]).toBe(4001);
    await vi.waitFor(() => expect(functions().logged()).toContain('sockets: the socket is closed'), 40_000);
  });

  test.each([
    ['private', 401],
    ['absent', 404],
  ])('of %s without a token is refused with %s', async (name, status) => {
    const [error] = await once(open(name), 'error');
    expect(error.message).toContain(String(status));
  });

  test('with a token reaches a function that needs one', async () => {
    const socket = new WebSocket(`${functions().url.replace('http', 'ws')}/functions/v1/private`, {
      headers: authorization(),
    });
    await once(socket, 'open');
    socket.close();
  });
});
