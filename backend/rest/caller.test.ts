import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startRest } from '../../tests/harness/rest/test-rest.ts';

const user = '0a000000-0000-4000-8000-000000000001';
const rest = startRest(
  "create table public.books (id int); grant select on public.books to anon; create function public.me() returns json stable language sql as $$ select json_build_object('role', current_user, 'uid', auth.uid()) $$;",
);
const me = async (headers: Record<string, string>) => {
  const { status, body } = await rest().request('/rpc/me', { headers });
  return status === 200 ? body.role : `${status} ${body.code} ${body.message}`;
};
const bearer = (token: string) => me({ authorization: `Bearer ${token}` });
const now = () => Math.floor(Date.now() / 1000);

describe('the caller', () => {
  it('is anonymous without a key, and the role or user of the key or token', async () => {
    const { anonKey, serviceRoleKey, publishableKey, secretKey } = rest().secrets;
    expect(await me({})).toBe('anon');
    expect(await me({ apikey: anonKey, authorization: `Bearer ${anonKey}` })).toBe('anon');
    expect(await me({ apikey: serviceRoleKey })).toBe('service_role');
    expect(await me({ apikey: publishableKey, authorization: `Bearer ${publishableKey}` })).toBe('anon');
    expect(await me({ apikey: secretKey, authorization: `Bearer ${secretKey}` })).toBe('service_role');
    expect(await me({ apikey: anonKey, authorization: `Bearer ${rest().tokenOf(user)}` })).toBe(
      'authenticated',
    );
    expect(await me({ authorization: 'Basic abc' })).toBe('anon');
  });

  it('is never read from a foreign key', async () => {
    expect(await me({ apikey: 'sb_secret_guess' })).toBe('401 PGRST301 Invalid API key');
    expect(await me({ apikey: 'foo' })).toBe('401 PGRST301 Expected 3 parts in JWT; got 1');
    expect(await bearer('a.b.c')).toMatch(/^401 PGRST301/);
    expect(await me({ authorization: 'Bearer ' })).toMatch(/^(401|anon)/);
  });

  it.each([
    ['another issuer', { iss: 'https://other.example/auth/v1' }, 'JWT has another issuer'],
    ['no issuer', { iss: undefined }, 'JWT has another issuer'],
    ['another audience', { aud: 'other' }, 'JWT not in audience'],
    ['no end', { exp: undefined }, 'JWT has no expiry'],
    ['no subject', { sub: undefined }, 'JWT has no subject'],
    ['a subject that is no user', { sub: 'x' }, 'JWT has no subject'],
    ['its end behind it', { exp: 1 }, 'JWT expired'],
    ['its beginning before it', { nbf: 9_999_999_999 }, 'JWT not yet valid'],
    ['a session that is none', { session_id: "'; drop" }, 'JWT has no session'],
    [
      'a session that is over',
      { session_id: crypto.randomUUID() },
      'Session from session_id claim in JWT does not exist',
    ],
  ])('a token with %s is refused', async (_, claims, message) => {
    const answer = await rest().request('/rpc/me', { as: rest().tokenOf(user, claims) });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([401, 'PGRST303', message]);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    );
  });

  it.each([
    'postgres',
    'authenticator',
    'supabase_admin',
    'pg_read_all_data',
    '',
    'none',
    ['service_role'],
    { a: 1 },
    7,
  ])('no token gives a caller the role %j', async (role) => {
    const answer = await rest().request('/rpc/me', { as: rest().tokenOf(user, { role }) });
    expect([answer.status, answer.body.code]).toEqual([403, '42501']);
  });

  it('a token with another algorithm, key or type is refused', async () => {
    const claims = {
      iss: rest().issuer,
      aud: 'authenticated',
      role: 'service_role',
      sub: user,
      exp: now() + 60,
    };
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const make = (header: object, signWith: (data: string) => Buffer) => {
      const data = `${encode(header)}.${encode(claims)}`;
      return `${data}.${signWith(data).toString('base64url')}`;
    };
    const hmac = (hash: string, key: string) => (data: string) => createHmac(hash, key).update(data).digest();
    const secret = rest().secrets.jwtSecret;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
      make({ alg: 'HS256', typ: 'JWT' }, hmac('sha256', 'another secret of the same length!')),
      make({ alg: 'HS512', typ: 'JWT' }, hmac('sha512', secret)),
      make({ alg: 'HS256', typ: 'at+jwt' }, hmac('sha256', secret)),
      make({ alg: 'RS256', typ: 'JWT' }, (data) => sign('sha256', Buffer.from(data), privateKey)),
      make({ alg: 'HS256', typ: 'JWT', crit: ['b64'] }, hmac('sha256', secret)),
    ];
    for (const token of forged) expect(await bearer(token)).toMatch(/^401 PGRST301/);
    expect(await bearer(make({ alg: 'HS256', typ: 'JWT' }, hmac('sha256', secret)))).toBe('service_role');
  });

  it('a token that was accepted is refused after it has expired', async () => {
    const token = rest().tokenOf(user, { exp: now() + 1 });
    expect(await bearer(token)).toBe('authenticated');
    await expect.poll(() => bearer(token)).toBe('401 PGRST303 JWT expired');
  });

  it('a value that reads like the error of an ended session is an ordinary error', async () => {
    const path = `/books?id=eq.${encodeURIComponent('the session has ended')}`;
    const { status, body } = await rest().request(path);
    expect([status, body.code]).toEqual([400, '22P02']);
  });

  it('a session that ends is refused on the next request', async () => {
    const { sql } = rest().database;
    const [owner, session] = [crypto.randomUUID(), crypto.randomUUID()];
    await sql`insert into auth.users (id, aud, role) values (${owner}, 'authenticated', 'authenticated')`;
    await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${owner}, now())`;
    const token = rest().tokenOf(owner, { session_id: session });
    expect(await bearer(token)).toBe('authenticated');
    await sql`delete from auth.sessions where id = ${session}`;
    expect(await bearer(token)).toMatch(/^401 .*does not exist/);
  });
});

describe('the token of an application', () => {
  const token = () => rest().tokenOf(user, { client_id: crypto.randomUUID(), scope: 'email' });

  it('is refused for all data', async () => {
    for (const path of ['/rpc/me', '/', '/nothing']) {
      const { status, body } = await rest().request(path, { as: token() });
      expect([path, status, body.code]).toEqual([path, 403, '42501']);
      expect(body.message).toMatch(/^An application may not do this/);
    }
  });

  describe('when the owner allows applications to use data', () => {
    const open = startRest(
      `create table public.notes (id int); insert into public.notes values (1);
       alter table public.notes enable row level security;
       create policy app on public.notes for select using (auth.jwt() ->> 'client_id' = 'c1');`,
      { toml: '[porchlight.auth]\napplications_use_data = true' },
    );

    it('reads what the policies allow', async () => {
      const read = (claims: object) => open().request('/notes', { as: open().tokenOf(user, { ...claims }) });
      expect((await read({ client_id: 'c1', scope: 'email' })).body).toEqual([{ id: 1 }]);
      expect((await read({ client_id: 'c2', scope: 'email' })).body).toEqual([]);
      expect((await read({})).body).toEqual([]);
    });
  });
});
