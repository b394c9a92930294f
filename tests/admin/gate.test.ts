/** Who gets into the admin area: every route of its table, with callers who must be refused. */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKeyRing } from '../../backend/identity/key-ring.ts';
import { type AdminRequest, startAdmin } from '../harness/admin/test-admin.ts';
import { claimsOf, enrollApp } from '../harness/auth/test-owner.ts';

const admin = startAdmin({ 'posts/a.md': '# A\n' });

/** Another owner, with a session of their own. */
async function createOwner() {
  const person = await admin().createPerson();
  await admin().database.sql`select site.set_owners(${[admin().owner.email, person.email]})`;
  return { ...person, token: await admin().signIn(person.email) };
}

/** The owner's token with other claims, and a valid signature. */
function forge(claims: Record<string, unknown>): string {
  const { sign } = createKeyRing({ jwtSecret: admin().secrets.jwtSecret });
  return sign({ ...claimsOf(admin().owner.token), ...claims });
}

const sessionOf = (token: string) => String(claimsOf(token).session_id);

/** The session as it would be had its owner signed in this long ago. */
async function signedInBefore(token: string, age: string): Promise<void> {
  const session = sessionOf(token);
  const { sql } = admin().database;
  await sql`update auth.sessions set created_at = now() - ${age}::text::interval where id = ${session}`;
  await sql`update auth.mfa_amr_claims set updated_at = now() - ${age}::text::interval where session_id = ${session}`;
}

const strangers: Record<
  string,
  { refusal: [status: number, code: string]; request(): Promise<AdminRequest> }
> = {
  'a stranger': { refusal: [401, 'signed-out'], request: async () => ({ as: null }) },
  'a token of nowhere': { refusal: [401, 'signed-out'], request: async () => ({ as: 'not.a.token' }) },
  'the public key': {
    refusal: [401, 'signed-out'],
    request: async () => ({ as: admin().secrets.anonKey }),
  },
  'the service key': {
    refusal: [401, 'signed-out'],
    request: async () => ({ as: admin().secrets.serviceRoleKey }),
  },
  'the owner’s cookies': {
    refusal: [401, 'signed-out'],
    request: async () => ({ as: null, headers: { cookie: `sb-access-token=${admin().owner.token}` } }),
  },
  'a reader': {
    refusal: [403, 'not-owner'],
    request: async () => ({ as: (await admin().createPerson()).token }),
  },
  'a reader whose token says that they own the site': {
    refusal: [403, 'not-owner'],
    async request() {
      const { id, token } = await admin().createPerson();
      return { as: forge({ sub: id, session_id: sessionOf(token) }) };
    },
  },
  'an owner with a second factor who has shown only the password': {
    refusal: [403, 'second-factor'],
    async request() {
      const owner = await createOwner();
      const { factorId } = await enrollApp(admin().service, { ...owner, refreshToken: '' });
      await admin().database.sql`update auth.mfa_factors set status = 'verified' where id = ${factorId}`;
      return { as: owner.token };
    },
  },
  'an owner whose token has expired': {
    refusal: [401, 'signed-out'],
    request: async () => ({ as: forge({ exp: Math.floor(Date.now() / 1000) - 60 }) }),
  },
  'an owner who has signed out': {
    refusal: [401, 'signed-out'],
    async request() {
      const { token } = await createOwner();
      await admin().database.sql`delete from auth.sessions where id = ${sessionOf(token)}`;
      return { as: token };
    },
  },
  'an owner who signed in 13 hours ago': {
    refusal: [401, 'sign-in-again'],
    async request() {
      const { token } = await createOwner();
      await signedInBefore(token, '13 hours');
      return { as: token };
    },
  },
  'an owner who is banned': {
    refusal: [401, 'signed-out'],
    async request() {
      const { id, token } = await createOwner();
      await admin().database
        .sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;
      return { as: token };
    },
  },
  'an owner whose address is not confirmed any more': {
    refusal: [403, 'not-owner'],
    async request() {
      const { id, token } = await createOwner();
      await admin().database.sql`update auth.users set email_confirmed_at = null where id = ${id}`;
      return { as: token };
    },
  },
  'an owner until a moment ago': {
    refusal: [403, 'not-owner'],
    async request() {
      const { token } = await createOwner();
      await admin().database.sql`select site.set_owners(${[admin().owner.email]})`;
      return { as: token };
    },
  },
  'an application with the owner’s token': {
    refusal: [401, 'signed-out'],
    request: async () => ({ as: forge({ client_id: crypto.randomUUID(), scope: 'openid email' }) }),
  },
  'an application whose name a hook took out of the token': {
    refusal: [403, 'not-owner'],
    async request() {
      const { token } = await createOwner();
      const application = crypto.randomUUID();
      const { sql } = admin().database;
      await sql`
        insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_name, token_endpoint_auth_method)
        values (${application}, 'manual', 'https://app.example', 'authorization_code', 'App', 'none')`;
      await sql`update auth.sessions set oauth_client_id = ${application} where id = ${sessionOf(token)}`;
      return { as: token };
    },
  },
  'another site': {
    refusal: [403, 'other-origin'],
    request: async () => ({ headers: { origin: 'https://other.example' } }),
  },
  'a page without an origin': {
    refusal: [403, 'other-origin'],
    request: async () => ({ headers: { origin: 'null' } }),
  },
  'a page of another site by its navigation': {
    refusal: [403, 'other-origin'],
    request: async () => ({ headers: { 'sec-fetch-site': 'cross-site' } }),
  },
  'a page of a neighboring host': {
    refusal: [403, 'other-origin'],
    request: async () => ({ headers: { 'sec-fetch-site': 'same-site' } }),
  },
};

/** A digest of everything that a route could change on disk. */
async function readFolders(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const folder of [admin().contentFolder, admin().dataFolder, admin().migrationsFolder]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !path.includes('/cache/')) found[path] = hash('sha256', await readFile(path));
    }
  }
  return found;
}

describe('every route refuses', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await readFolders();
  });

  test.each(Object.entries(strangers))('%s', async (_, { refusal, request }) => {
    const { routes, call, secrets, database } = admin();
    expect(routes.length).toBeGreaterThan(1);
    const [logged] = await database.sql<{ count: number }[]>`select count(*)::int from site.admin_log`;
    const given = await request();
    for (const { method, path } of routes) {
      const body =
        method === 'GET' ? {} : { body: { file: 'posts/a.md', text: 'changed', to: 'posts/b.md' } };
      const query = { file: 'posts/a.md', id: admin().owner.id };
      const answer = await call(path, { method, query, ...body, ...given });
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual(refusal);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const sent = answer.text + JSON.stringify([...answer.headers]);
      for (const secret of Object.values(secrets)) expect(sent).not.toContain(secret);
    }
    expect(await readFolders()).toEqual(before);
    const [after] = await database.sql<{ count: number }[]>`select count(*)::int from site.admin_log`;
    expect(after).toEqual(logged);
  });
});

test('a route that is not there is refused to strangers like any other', async () => {
  expect((await admin().call('/nothing', { as: null })).status).toBe(401);
  expect((await admin().call('/nothing')).status).toBe(404);
});

test('a request that changes something needs the origin of the site', async () => {
  const { call } = admin();
  const withoutOrigin = await call('/nothing', { method: 'POST', headers: { origin: '' } });
  expect(withoutOrigin.body.code).toBe('other-origin');
  expect((await call('/nothing', { method: 'POST' })).status).toBe(404);
});

test('what cannot be undone asks again after ten minutes', async () => {
  const { token } = await createOwner();
  await signedInBefore(token, '11 minutes');
  const { routes, call } = admin();
  const asking = routes.filter(({ asksAgain }) => asksAgain);
  for (const { method, path } of asking) {
    const body = method === 'GET' ? {} : { body: { id: admin().owner.id } };
    const { status, body: answer } = await call(path, {
      method,
      query: { id: admin().owner.id },
      ...body,
      as: token,
    });
    expect([status, answer.code], path).toEqual([401, 'confirm-identity']);
  }
  expect((await call('/overview', { as: token })).status).toBe(200);
});

test('the second factor counts as signing in again', async () => {
  const owner = await createOwner();
  await signedInBefore(owner.token, '13 hours');
  const { sql } = admin().database;
  await sql`insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${sessionOf(owner.token)}, now(), now(), 'totp')`;
  expect((await admin().call('/overview', { as: owner.token })).status).toBe(200);
});

test('the overview counts pages, and the log says who did what', async () => {
  const { call, service, owner, secrets } = admin();
  expect((await call('/overview')).body).toEqual({
    pages: { published: 2, draft: 0, scheduled: 0, faulty: 0 },
  });
  const { headers } = { headers: { apikey: secrets.anonKey, authorization: `Bearer ${owner.token}` } };
  const note = (body: object) =>
    service.backend.fetch(
      new Request('http://backend.test/rest/v1/rpc/note_admin_action', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  expect((await note({ action: 'content.save', target: 'posts/a.md' })).status).toBe(204);
  expect((await note({ action: 'DROP TABLE', target: 'posts/a.md' })).status).toBe(400);
  const { body } = await call('/log');
  expect(body.entries[0]).toMatchObject({ email: owner.email, action: 'content.save', target: 'posts/a.md' });
  expect((await call('/log', { query: { target: 'posts/other.md' } })).body.entries).toEqual([]);
  expect((await call('/log', { query: { after: String(body.entries.at(-1).id) } })).body.entries).toEqual([]);
  expect((await call('/log', { query: { after: 'x' } })).status).toBe(400);
});
