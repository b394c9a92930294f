/** The link that makes the first owner of a site: who gets it, once. */
import { readdir } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessCookie } from '../../app/session/token-cookies.ts';
import type { Database } from '../../database/database.ts';
import { createOwnership } from '../../server/ownership/ownership.ts';
import { createOwnershipEndpoint } from '../../server/ownership/ownership-endpoint.ts';
import { toTokenClaims } from '../../server/session/verify-in-process.ts';
import { createReadVisitor } from '../../server/session/visitor.ts';
import { useBackend } from '../compat/compat-backend.ts';
import { password, settings } from '../compat/test-users.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';

const siteUrl = 'http://localhost:3000';

describeSiteOnEveryServer('the link of the first owner', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  beforeEach(async () => {
    await database.sql`select site.set_owners('{}')`;
    await database.sql`delete from site.owners`;
    await database.sql`delete from site.owner_links`;
  });
  const open = useBackend(() => server().database, { toml: settings({ confirm: true }) });

  const readVisitor = createReadVisitor(async (token) =>
    toTokenClaims(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())),
  );
  /** As another process of the site: its own limit of attempts, the same database. */
  const openEndpoint = () =>
    createOwnershipEndpoint({ siteUrl, ownership: createOwnership(database.site), readVisitor });

  async function signUp() {
    const email = freshEmail();
    const { data } = await open().admin().createUser({ email, password, email_confirm: true });
    const client = open().client();
    const { data: signedIn } = await client.auth.signInWithPassword({ email, password });
    return { id: data.user?.id ?? '', client, token: signedIn.session?.access_token ?? '' };
  }
  const isOwner = async (id: string) =>
    (await open().admin().getUserById(id)).data.user?.app_metadata.owner === true;

  interface Claim {
    token?: string;
    body?: string;
    origin?: string;
    endpoint?: ReturnType<typeof openEndpoint>;
  }
  async function send({ token, body = '', origin = siteUrl, endpoint = openEndpoint() }: Claim) {
    const cookie = token === undefined ? '' : `${accessCookie}=${token}`;
    const request = new Request(`${siteUrl}/_owner`, { method: 'POST', body, headers: { origin, cookie } });
    const response = await endpoint.answerClaim(request, '203.0.113.7');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const { result } = Object(await response.json());
    return { status: response.status, result };
  }
  const claim = (token: string | undefined, secret: string) =>
    send({ ...(token !== undefined && { token }), body: JSON.stringify({ secret }) });

  async function offer(): Promise<{ secret: string; folder: string }> {
    const { folder } = await makeFolder();
    return { secret: (await createOwnership(database.site).offer(folder)) ?? '', folder };
  }

  test('makes the account that opens it the owner, whose next token says so', async () => {
    const { secret } = await offer();
    expect(secret).toMatch(/^[\w-]{43}$/);
    const { id, client, token } = await signUp();
    expect(await isOwner(id)).toBe(false);
    expect(await claim(token, secret)).toEqual({ status: 200, result: 'owner' });
    expect(await isOwner(id)).toBe(true);
    const { data } = await client.auth.refreshSession();
    expect(data.user?.app_metadata.owner).toBe(true);
    // Another tab of the owner, which was a moment later.
    expect(await claim(token, secret)).toEqual({ status: 200, result: 'owner' });
  });

  test('works once', async () => {
    const { secret } = await offer();
    await claim((await signUp()).token, secret);
    const second = await signUp();
    expect(await claim(second.token, secret)).toEqual({ status: 409, result: 'taken' });
    expect(await isOwner(second.id)).toBe(false);
  });

  test('has one winner when many open the links of several processes at once', async () => {
    const links = [await offer(), await offer()];
    const people = await Promise.all(Array.from({ length: 6 }, signUp));
    const answers = await Promise.all(
      people.map(({ token }, index) => claim(token, links[index % 2]?.secret ?? '')),
    );
    expect(answers.filter(({ result }) => result === 'owner')).toHaveLength(1);
    expect(answers.filter(({ result }) => result === 'taken')).toHaveLength(5);
    const owners = await Promise.all(people.map(({ id }) => isOwner(id)));
    expect(owners.filter(Boolean)).toHaveLength(1);
  });

  test.each([
    ['another secret', JSON.stringify({ secret: 'a'.repeat(43) }), 403, 'wrong'],
    ['an empty secret', JSON.stringify({ secret: '' }), 403, 'wrong'],
  ])('is not %s', async (_kind, body, status, result) => {
    await offer();
    const { id, token } = await signUp();
    expect(await send({ token, body })).toEqual({ status, result });
    expect(await isOwner(id)).toBe(false);
  });

  test('is of no use without the link having been offered', async () => {
    expect(await claim((await signUp()).token, 'a'.repeat(43))).toEqual({ status: 403, result: 'wrong' });
  });

  test.each(['', 'secret', 'null', '{"secret":7}', '["secret"]'])('is not %j', async (body) => {
    await expect(send({ token: (await signUp()).token, body })).rejects.toMatchObject({ statusCode: 400 });
  });

  test('is not taken from another site, or in a body that is too long', async () => {
    const { secret } = await offer();
    const { token } = await signUp();
    const body = JSON.stringify({ secret });
    await expect(send({ token, body, origin: 'https://evil.example' })).rejects.toMatchObject({
      statusCode: 404,
    });
    await expect(send({ token, body: ' '.repeat(2000) })).rejects.toMatchObject({ statusCode: 413 });
  });

  describe('is not for', () => {
    const refused = async (token: string | undefined, status: number, result: string) => {
      const { secret } = await offer();
      expect(await claim(token, secret)).toEqual({ status, result });
      expect(await createOwnership(database.site).hasOwner()).toBe(false);
    };

    test('a visitor who is not signed in', () => refused(undefined, 401, 'signed-out'));

    test('an address that is not confirmed', async () => {
      const { id, token } = await signUp();
      await database.sql`update auth.users set email_confirmed_at = null where id = ${id}`;
      await refused(token, 403, 'unconfirmed');
    });

    test('an anonymous account', async () => {
      const { data } = await open().client().auth.signInAnonymously();
      await refused(data.session?.access_token, 403, 'unconfirmed');
    });

    test('a session that was ended, although its token is valid', async () => {
      const { client, token } = await signUp();
      await client.auth.signOut();
      await refused(token, 401, 'signed-out');
    });

    test('a session without the second factor of the account', async () => {
      const { id, token } = await signUp();
      await database.sql`
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), ${id}, 'totp', 'verified', now(), now())`;
      await refused(token, 401, 'signed-out');
    });

    test('anybody while site.config.ts has owners', async () => {
      const { secret } = await offer();
      await database.sql`select site.set_owners(${[freshEmail()]})`;
      expect(await claim((await signUp()).token, secret)).toEqual({ status: 409, result: 'taken' });
    });
  });

  describe('a start', () => {
    test('prints the same link until there is an owner, and then none', async () => {
      const { secret, folder } = await offer();
      expect(await createOwnership(database.site).offer(folder)).toBe(secret);
      await claim((await signUp()).token, secret);
      expect(await createOwnership(database.site).offer(folder)).toBeUndefined();
      expect(await readdir(folder)).not.toContain('owner-link.secret');
    });

    test('prints none with owners in site.config.ts', async () => {
      await database.sql`select site.set_owners(${[freshEmail()]})`;
      expect((await offer()).secret).toBe('');
    });

    test('keeps the owner of a link, also with another address', async () => {
      const { secret } = await offer();
      const { id, token } = await signUp();
      await claim(token, secret);
      await database.sql`select site.set_owners('{}')`;
      const email = freshEmail();
      await open().admin().updateUserById(id, { email, email_confirm: true });
      expect(await isOwner(id)).toBe(true);
      // What is mailed to the owner goes there.
      expect(await database.sql`select email from site.owners`).toEqual([{ email }]);
    });

    test('with owners in site.config.ts ends the ownership of a link', async () => {
      const { secret } = await offer();
      const { id, token } = await signUp();
      await claim(token, secret);
      await database.sql`select site.set_owners(${[freshEmail()]})`;
      expect(await isOwner(id)).toBe(false);
    });

    test('prints another link when the account of the owner is gone', async () => {
      const { secret, folder } = await offer();
      const { id, token } = await signUp();
      await claim(token, secret);
      await open().admin().deleteUser(id);
      const next = (await createOwnership(database.site).offer(folder)) ?? '';
      expect(next).toMatch(/^[\w-]{43}$/);
      expect(next).not.toBe(secret);
      const { token: another } = await signUp();
      expect(await claim(another, secret)).toEqual({ status: 403, result: 'wrong' });
      expect(await claim(another, next)).toEqual({ status: 200, result: 'owner' });
    });
  });

  test('is not guessed: after ten attempts in a minute an address has to wait', async () => {
    const { token } = await signUp();
    const endpoint = openEndpoint();
    const attempt = () => send({ token, endpoint, body: JSON.stringify({ secret: 'guess' }) });
    for (let count = 0; count < 10; count++) expect((await attempt()).status).toBe(403);
    await expect(attempt()).rejects.toMatchObject({ statusCode: 429 });
  });

  test('is known to the database as a digest only, and no caller can read or use that', async () => {
    const { secret } = await offer();
    const rows = await database.sql<{ text: string }[]>`select l::text as text from site.owner_links l`;
    expect(rows.map(({ text }) => text).join()).not.toContain(secret);
    for (const role of ['anon', 'authenticated'] as const)
      for (const statement of [
        'select * from site.owner_links',
        'select site.has_owner()',
        `select site.offer_ownership('x')`,
        `select site.claim_ownership(gen_random_uuid(), 'x')`,
      ])
        await expect(
          database.transaction((sql) =>
            sql.script(`set local role ${role}`).then(() => sql.script(statement)),
          ),
        ).rejects.toThrow(/permission denied/);
  });

  describe('that the site waits for its owner', () => {
    const ask = async (
      headers: Record<string, string> = {},
      address = '127.0.0.1',
      endpoint = openEndpoint(),
    ) => {
      const response = await endpoint.answerQuestion(new Request(`${siteUrl}/_owner`, { headers }), address);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      return Object(await response.json()).needsOwner;
    };

    test('is told to this machine, until there is one', async () => {
      const { secret } = await offer();
      expect(await ask()).toBe(true);
      expect(await ask({}, '::1')).toBe(true);
      await claim((await signUp()).token, secret);
      expect(await ask()).toBe(false);
    });

    test.each([
      ['another machine', {}, '203.0.113.7'],
      ['a proxy on this machine', { 'X-Forwarded-For': '203.0.113.7' }, '127.0.0.1'],
      ['a host name that leads to this machine', { Host: 'evil.example' }, '127.0.0.1'],
    ])('is not told to %s', async (_kind, headers, address) => {
      expect(await ask(headers, address)).toBe(false);
    });

    test('is not told with a hosted project', async () => {
      const hosted = createOwnershipEndpoint({ siteUrl, ownership: undefined, readVisitor });
      expect(await ask({}, '127.0.0.1', hosted)).toBe(false);
      await expect(send({ endpoint: hosted, body: '{"secret":"a"}' })).rejects.toMatchObject({
        statusCode: 404,
      });
    });
  });
});
