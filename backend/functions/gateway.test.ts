import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startFunctions } from '../../tests/harness/functions/test-functions.ts';
import { createTokenOf } from '../../tests/harness/user-tokens.ts';
import { createKeyRing } from '../identity/key-ring.ts';

const functions = startFunctions({
  toml: `
    [functions.open]
    verify_jwt = false
    [functions.off]
    enabled = false
  `,
  files: {
    'hello/index.ts': `Deno.serve(async (request) => {
      const { name } = request.method === 'POST' ? await request.json() : { name: 'you' };
      return Response.json({ message: 'Hello ' + name, url: request.url, id: request.headers.get('x-request-id') });
    });`,
    'open/index.ts': `Deno.serve(() => new Response('open', { headers: { 'set-cookie': 'a=1' } }));`,
    'headers/index.ts': `Deno.serve((request) => Response.json(Object.fromEntries(request.headers)));`,
    'off/index.ts': `Deno.serve(() => new Response('off'));`,
    'empty/readme.md': 'no index.ts',
    '_shared/index.ts': `Deno.serve(() => new Response('shared'));`,
  },
});

describe('a call', () => {
  test('with a key reaches the function', async () => {
    const { client, url } = functions();
    const { data, error } = await client().functions.invoke('hello', { body: { name: 'Ann' } });
    expect(error).toBeNull();
    expect(data).toMatchObject({ message: 'Hello Ann', url: `${url}/hello` });
  });

  test.each([
    'publishableKey',
    'secretKey',
  ] as const)('with the %s as `apikey` alone reaches the function, which can pass it on', async (key) => {
    const { secrets, write, call } = functions();
    await write(
      'caller/index.ts',
      `Deno.serve((request) => new Response(request.headers.get('authorization')));`,
    );
    const answer = await call('caller', { headers: { apikey: secrets[key] } });
    expect([answer.status, await answer.text()]).toEqual([200, `Bearer ${secrets[key]}`]);
    expect((await call('caller', { headers: { apikey: `${secrets[key]}x` } })).status).toBe(401);
  });

  test('keeps what follows the name, and the query', async () => {
    const answer = await functions().call('hello/a/b?c=d');
    expect(await answer.json()).toMatchObject({ url: `${functions().url}/hello/a/b?c=d` });
  });

  test('brings who called, and not the session cookies of the site', async () => {
    const { call, secrets } = functions();
    const ask = async (cookie: string) => {
      const authorization = `Bearer ${secrets.publishableKey}`;
      return (await call('headers', { headers: { authorization, cookie, 'x-own': 'yes' } })).json();
    };
    expect(await ask('sb-token=secret; own=1')).toMatchObject({
      cookie: 'own=1',
      'x-own': 'yes',
      'x-forwarded-for': '127.0.0.1',
      host: new URL(functions().url).host,
    });
    expect(await ask('sb-token=secret')).not.toHaveProperty('cookie');
  });

  test.each([
    'absent',
    'off',
    'empty',
    '_shared',
    '',
    '..%2fhello',
  ])('of "%s" finds no function', async (name) => {
    const answer = await functions().call(name);
    expect([answer.status, await answer.text()]).toEqual([404, 'Function not found']);
  });

  test.each([
    ['no token', {}, 'Error: Missing authorization header'],
    ['another scheme', { authorization: 'Basic abc' }, "Error: Auth header is not 'Bearer {token}'"],
    ['a token of another site', { authorization: 'Bearer abc.def.ghi' }, 'Invalid JWT'],
  ])('with %s is refused', async (_, headers, msg) => {
    const answer = await functions().call('hello', { headers });
    expect([answer.status, await answer.json()]).toEqual([401, { msg }]);
  });

  test('with the token of an application is refused', async () => {
    const { secrets, url } = functions();
    const { sign } = createKeyRing({ jwtSecret: secrets.jwtSecret });
    const tokenOf = createTokenOf({ sign }, `${url}/auth/v1`);
    const ask = (claims: object) =>
      functions().call('hello', {
        headers: { authorization: `Bearer ${tokenOf(randomUUID(), { ...claims })}` },
      });
    expect((await ask({})).status).toBe(200);
    const answer = await ask({ client_id: 'app', scope: 'openid' });
    expect([answer.status, (await answer.json()).msg]).toEqual([
      401,
      expect.stringMatching(/^An application/),
    ]);
  });

  test('without a token reaches a function that needs none, and a preflight reaches every function', async () => {
    expect(await (await functions().call('open', { headers: {} })).text()).toBe('open');
    expect((await functions().call('hello', { method: 'OPTIONS', headers: {} })).status).toBe(200);
  });

  test('whose client leaves while the function starts does not reach it', async () => {
    await functions().write(
      'starts/index.ts',
      `let calls = 0;
      await new Promise((done) => setTimeout(done, 1000));
      Deno.serve((request) => Response.json(request.method === 'GET' ? calls : ++calls));`,
    );
    const headers = { authorization: `Bearer ${functions().secrets.anonKey}` };
    const left = functions().call('starts', { method: 'POST', headers, signal: AbortSignal.timeout(200) });
    await expect(left).rejects.toThrow('aborted due to timeout');
    // The first answer can overtake it.
    await functions().call('starts');
    expect(await (await functions().call('starts')).json()).toBe(0);
  });
});

test('an owner sees the functions that can be called, and how often they were', async () => {
  const { activity, call } = functions();
  const find = async (name: string) => (await activity.listFunctions()).find((found) => found.name === name);
  const names = (await activity.listFunctions()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['headers', 'hello', 'open']));
  for (const name of ['off', 'empty', '_shared']) expect(names).not.toContain(name);
  expect((await find('open'))?.isPublic).toBe(true);
  const before = (await find('hello'))?.calls ?? 0;
  await (await call('hello')).text();
  expect(await find('hello')).toMatchObject({ isPublic: false, calls: before + 1, errors: 0 });
});
