/** Functions through the official client: `functions`, with real functions. */
import {
  createClient,
  FunctionRegion,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { freshEmail } from '../harness/fresh-contact.ts';
import { startFunctions } from '../harness/functions/test-functions.ts';
import { password } from './test-users.ts';

const functions = startFunctions({
  files: {
    'echo/index.ts': `Deno.serve(async (request) => Response.json({
      method: request.method,
      path: request.url.slice(new URL(request.url).origin.length),
      headers: Object.fromEntries(request.headers),
      bytes: [...new Uint8Array(await request.arrayBuffer())],
    }));`,
    'form/index.ts': `Deno.serve(async (request) => {
      const form = await request.formData();
      const file = form.get('file');
      return Response.json({ name: form.get('name'), file: [file.name, file.type, await file.text()] });
    });`,
    'answers/index.ts': `
      const form = new FormData();
      form.append('name', 'Ann');
      const bytes = (type) => new Response(new Uint8Array([0, 1, 255]), { headers: { 'content-type': type } });
      Deno.serve((request) => ({
        json: () => Response.json({ text: 'ü' }),
        text: () => new Response('plain ü'),
        html: () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
        bytes: () => bytes('application/octet-stream'),
        pdf: () => bytes('application/pdf'),
        form: () => new Response(form),
        empty: () => new Response(null, { status: 204 }),
        cased: () => new Response('{"a":1}', { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }),
      })[new URL(request.url).pathname.split('/')[2]]());`,
    'events/index.ts': `
      let release;
      Deno.serve((request) => {
        if (request.method === 'GET') return release(), new Response('released');
        const body = new ReadableStream({
          async start(stream) {
            stream.enqueue(new TextEncoder().encode('data: one\\n\\n'));
            await new Promise((resolve) => { release = resolve; });
            stream.enqueue(new TextEncoder().encode('data: two\\n\\n'));
            stream.close();
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      });`,
    'faults/index.ts': `Deno.serve((request) => {
      const kind = new URL(request.url).pathname.split('/')[2];
      if (kind === 'relay') return new Response('no function', { status: 500, headers: { 'x-relay-error': 'true' } });
      if (kind === 'throws') throw new Error('for the log');
      return Response.json({ reason: 'not today' }, { status: 422 });
    });`,
    'broken/index.ts': 'const a = ;',
    'silent/index.ts': 'Deno.serve(() => new Promise(() => {}));',
    'never/index.ts': `
      let came = 0;
      let left = 0;
      Deno.serve((request) => {
        if (request.method === 'GET') return Response.json({ came, left });
        came += 1;
        request.signal.addEventListener('abort', () => { left += 1; });
        return new Promise(() => {});
      });`,
    'who/index.ts': `Deno.serve(async (request) => {
      const headers = { apikey: Deno.env.get('SUPABASE_ANON_KEY'), authorization: request.headers.get('authorization') };
      const answer = await fetch(Deno.env.get('SUPABASE_URL') + '/auth/v1/user', { headers });
      return Response.json({ status: answer.status, email: (await answer.json()).email });
    });`,
  },
});

const encode = (text: string) => new TextEncoder().encode(text);

async function signUp() {
  const client = functions().client();
  const email = freshEmail();
  const { data } = await client.auth.signUp({ email, password });
  if (data.session === null) throw new Error('Signing up gave no session.');
  return { client, email, token: data.session.access_token };
}

describe('functions.invoke', () => {
  test.each([
    ['text', 'wörds', 'text/plain', encode('wörds')],
    ['JSON', { a: [1, 'ü'] }, 'application/json', encode('{"a":[1,"ü"]}')],
    ['a blob', new Blob(['a,b'], { type: 'text/csv' }), 'text/csv', encode('a,b')],
    ['a file', new File(['x'], 'x.bin'), 'application/octet-stream', encode('x')],
    ['bytes', new Uint8Array([0, 255, 10]).buffer, 'application/octet-stream', new Uint8Array([0, 255, 10])],
  ])('sends %s unchanged, with its type', async (_, body, type, bytes) => {
    const { data, error } = await functions().client().functions.invoke('echo', { body });
    expect(error).toBeNull();
    expect(data).toMatchObject({ method: 'POST', headers: { 'content-type': type }, bytes: [...bytes] });
  });

  test('sends forms with files', async () => {
    const body = new FormData();
    body.append('name', 'Ann');
    body.append('file', new Blob(['a,b'], { type: 'text/csv' }), 'list.csv');
    const { data } = await functions().client().functions.invoke('form', { body });
    expect(data).toEqual({ name: 'Ann', file: ['list.csv', 'text/csv', 'a,b'] });
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('calls with %s', async (method) => {
    const { data } = await functions().client().functions.invoke('echo', { method });
    expect(data).toMatchObject({ method, bytes: [] });
  });

  test('brings headers, the path and the query to the function', async () => {
    const headers = { 'X-Own': 'mine', 'content-type': 'application/vnd.own+json' };
    const { data } = await functions()
      .client()
      .functions.invoke('echo/tasks/7?done=true', { headers, body: { a: 1 } });
    expect(data.path).toBe('/echo/tasks/7?done=true');
    expect(data.headers).toMatchObject({
      'x-own': 'mine',
      'content-type': 'application/vnd.own+json',
      apikey: functions().secrets.anonKey,
      'x-client-info': expect.stringContaining('supabase-js'),
    });
  });

  test('accepts a region', async () => {
    const region = FunctionRegion.EuCentral1;
    const { data } = await functions().client().functions.invoke('echo', { region });
    expect(data).toMatchObject({
      path: '/echo?forceFunctionRegion=eu-central-1',
      headers: { 'x-region': 'eu-central-1' },
    });
  });

  test.each([
    ['JSON', 'json', { text: 'ü' }],
    ['JSON whose type is in capitals', 'cased', { a: 1 }],
    ['text', 'text', 'plain ü'],
    ['HTML as text', 'html', '<p>'],
    ['an answer without content', 'empty', ''],
  ])('reads %s', async (_, kind, expected) => {
    const { data, error, response } = await functions().client().functions.invoke(`answers/${kind}`);
    expect([error, data, response?.ok]).toEqual([null, expected, true]);
  });

  test.each([
    ['bytes', 'application/octet-stream'],
    ['pdf', 'application/pdf'],
  ])('reads %s as a blob', async (kind, type) => {
    const { data } = await functions().client().functions.invoke<Blob>(`answers/${kind}`);
    expect(data?.type).toBe(type);
    expect(new Uint8Array((await data?.arrayBuffer()) ?? [])).toEqual(new Uint8Array([0, 1, 255]));
  });

  test('reads forms', async () => {
    const { data } = await functions().client().functions.invoke<FormData>('answers/form');
    expect(data?.get('name')).toBe('Ann');
  });

  test('hands on events while the function still writes', async () => {
    const calls = functions().client().functions;
    const { data } = await calls.invoke<Response>('events');
    const reader = data?.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toEqual({ done: false, value: 'data: one\n\n' });
    await calls.invoke('events', { method: 'GET' });
    expect(await reader?.read()).toEqual({ done: false, value: 'data: two\n\n' });
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  test('calls with the token of the signed-in user', async () => {
    const { client, email } = await signUp();
    expect((await client.functions.invoke('who')).data).toEqual({ status: 200, email });
  });

  test.each(['publishableKey', 'secretKey', 'serviceRoleKey'] as const)('calls with the %s', async (key) => {
    const { client, secrets } = functions();
    const { data, error } = await client(secrets[key]).functions.invoke('echo');
    expect([error, data?.method]).toEqual([null, 'POST']);
  });

  test.each([
    ['what the function refuses', 'faults', 422, { reason: 'not today' }],
    ['an unknown name', 'absent', 404, 'Function not found'],
    ['a function that throws', 'faults/throws', 500, 'Internal Server Error'],
    [
      'a function that does not start',
      'broken',
      503,
      { code: 'BOOT_ERROR', message: 'Worker failed to boot (please check logs)' },
    ],
  ])('reports %s as FunctionsHttpError', async (_, name, status, content) => {
    const { data, error, response } = await functions().client().functions.invoke(name);
    expect(data).toBeNull();
    expect(error).toBeInstanceOf(FunctionsHttpError);
    const context: Response = error.context;
    expect(response).toBe(context);
    const text = await context.text();
    expect([context.status, typeof content === 'string' ? text : JSON.parse(text)]).toEqual([
      status,
      content,
    ]);
  });

  test('reports a wrong key as FunctionsRelayError', async () => {
    const { error } = await functions().client('not.a.key').functions.invoke('echo');
    expect(error).toBeInstanceOf(FunctionsRelayError);
    expect([error.context.status, await error.context.json()]).toEqual([401, { msg: 'Invalid JWT' }]);
  });

  test('reports x-relay-error as FunctionsRelayError', async () => {
    const { error, response } = await functions().client().functions.invoke('faults/relay');
    expect(error).toBeInstanceOf(FunctionsRelayError);
    expect(await response?.text()).toBe('no function');
  });

  test('reports a server that cannot be reached as FunctionsFetchError', async () => {
    const { error } = await createClient('http://127.0.0.1:1', 'key').functions.invoke('echo');
    expect(error).toBeInstanceOf(FunctionsFetchError);
  });

  test('ends after `timeout`', async () => {
    const { error } = await functions().client().functions.invoke('silent', { timeout: 100 });
    expect(error).toBeInstanceOf(FunctionsFetchError);
  });

  test.each([
    ['a signal', {}],
    ['a signal before `timeout`', { timeout: 60_000 }],
  ])('ends with %s, and the function hears of it', async (_, options) => {
    const calls = functions().client().functions;
    const read = async () => (await calls.invoke('never', { method: 'GET' })).data;
    const before = await read();
    const leaving = new AbortController();
    const answer = calls.invoke('never', { ...options, signal: leaving.signal });
    await expect.poll(async () => (await read()).came, { timeout: 15_000 }).toBe(before.came + 1);
    leaving.abort();
    expect((await answer).error).toBeInstanceOf(FunctionsFetchError);
    await expect.poll(async () => (await read()).left, { timeout: 15_000 }).toBe(before.left + 1);
  });
});

describe('functions.setAuth', () => {
  test('replaces the token of later calls', async () => {
    const { email, token } = await signUp();
    const calls = functions().client().functions;
    expect((await calls.invoke('who')).data).toMatchObject({ status: 403 });
    calls.setAuth(token);
    expect((await calls.invoke('who')).data).toEqual({ status: 200, email });
    calls.setAuth('not.a.token');
    expect((await calls.invoke('who')).error).toBeInstanceOf(FunctionsRelayError);
  });

  test('gives way to a header of the call', async () => {
    const { email, token } = await signUp();
    const calls = functions().client().functions;
    calls.setAuth('not.a.token');
    const headers = { Authorization: `Bearer ${token}` };
    expect((await calls.invoke('who', { headers })).data).toEqual({ status: 200, email });
  });
});
