import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;
let key: string;
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(`
[auth.email]
enable_confirmations = false
[auth.sms]
enable_signup = true
enable_confirmations = false`);
  key = test.secrets.serviceRoleKey;
});
afterAll(() => test.close());

const post = (path: string, body: unknown) => service.post(path, body, { token: key });
const put = (path: string, body: unknown) => service.call('PUT', path, { token: key, body });
const signIn = (body: object) => service.post('/token?grant_type=password', body);

describe('A45: POST /admin/users', () => {
  it('creates an unconfirmed account with exactly the metadata given', async () => {
    const email = freshEmail();
    const admin = service.client({ key }).auth.admin;
    const { data, error } = await admin.createUser({
      email: email.toUpperCase(),
      password: '123',
      user_metadata: { name: 'Ada', empty: null },
      app_metadata: { plan: 'free' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { name: 'Ada' } });
    expect(data.user?.user_metadata).toEqual({ name: 'Ada' });
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'free' });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(data.user?.identities).toMatchObject([
      { provider: 'email', identity_data: { email, sub: data.user?.id } },
    ]);
    expect((await signIn({ email, password: '123' })).body.error_code).toBe('email_not_confirmed');
  });

  it('confirms the addresses that the admin marks as confirmed; the user can sign in with both', async () => {
    const [email, phone, id] = [freshEmail(), freshPhone(), crypto.randomUUID()];
    const given = {
      id,
      email,
      phone: `+${phone}`,
      password: 'secret-1',
      email_confirm: true,
      phone_confirm: true,
    };
    const { body } = await post('/admin/users', { ...given, role: 'editor' });
    expect(body).toMatchObject({ id, email, phone, role: 'editor' });
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email', 'phone'] });
    expect(body.user_metadata).toEqual({ email_verified: true });
    expect((await signIn({ email, password: 'secret-1' })).status).toBe(200);
    expect((await signIn({ phone, password: 'secret-1' })).status).toBe(200);
  });

  it('accepts a password hash; an account without password and hash has an unknown password', async () => {
    const { body: known } = await post('/admin/users', {
      email: freshEmail(),
      password: 'secret-1',
      email_confirm: true,
    });
    const [row] = await test.database.sql`select encrypted_password from auth.users where id = ${known.id}`;
    const email = freshEmail();
    await post('/admin/users', { email, password_hash: row?.encrypted_password, email_confirm: true });
    expect((await signIn({ email, password: 'secret-1' })).status).toBe(200);
    const without = freshEmail();
    expect((await post('/admin/users', { email: without, email_confirm: true })).status).toBe(200);
    expect((await signIn({ email: without, password: '' })).body.error_code).toBe('invalid_credentials');
  });

  it.each([
    [{}, 'Cannot create a user without either an email or phone'],
    [{ email: 'xx:;x@x.x' }, 'Unable to validate email address: invalid format'],
    [{ phone: 'x' }, 'Invalid phone number format (E.164 required)'],
    [{ email: 'a@b.co', id: 'x' }, 'ID must conform to the uuid v4 format'],
    [{ email: 'a@b.co', id: '00000000-0000-0000-0000-000000000000' }, 'ID cannot be a nil uuid'],
    [
      { email: 'a@b.co', password: 'x', password_hash: 'y' },
      'Only a password or a password hash should be provided',
    ],
    [
      { email: 'a@b.co', password_hash: 'y' },
      'The password hash must be one of bcrypt, argon2 or Firebase scrypt',
    ],
    [{ email: 'a@b.co', password: 'ä'.repeat(37) }, 'Password cannot be longer than 72 characters'],
    [
      { email: 'a@b.co', ban_duration: '1 year' },
      'invalid format for ban duration: "1 year" is neither "none" nor like "24h"',
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await post('/admin/users', body);
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      400,
      'validation_failed',
      message,
    ]);
  });

  it('refuses taken addresses and ids, also for twenty requests at once', async () => {
    const [email, phone, id] = [freshEmail(), freshPhone(), crypto.randomUUID()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/admin/users', { email })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(
      answers
        .filter(({ status }) => status !== 200)
        .map(({ status, body }) => `${status} ${body.error_code}`),
    );
    expect(codes).toEqual(new Set(['422 email_exists']));
    await post('/admin/users', { phone, id });
    expect((await post('/admin/users', { phone })).body.error_code).toBe('phone_exists');
    expect((await post('/admin/users', { email: freshEmail(), id })).body.error_code).toBe(
      'user_already_exists',
    );
  });
});

describe('A45: PUT /admin/users/:user', () => {
  const create = async (more: object = {}) => {
    const email = freshEmail();
    const { body } = await post('/admin/users', {
      email,
      password: 'secret-1',
      email_confirm: true,
      ...more,
    });
    return { id: body.id as string, email };
  };

  it('A19: merges both kinds of metadata; null removes a key', async () => {
    const { id } = await create({ user_metadata: { a: 1, b: 2 }, app_metadata: { x: 1 } });
    const admin = service.client({ key }).auth.admin;
    const { data } = await admin.updateUserById(id, {
      user_metadata: { a: null, c: 3 },
      app_metadata: { x: null, y: 2 },
    });
    expect(data.user?.user_metadata).toEqual({ b: 2, c: 3, email_verified: true });
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], y: 2 });
  });

  it('a new password ends all sessions and voids what was sent', async () => {
    const { id, email } = await create();
    const session = await signIn({ email, password: 'secret-1' });
    await service.post('/recover', { email });
    const { Token } = service.lastMail(email).variables;
    expect((await put(`/admin/users/${id}`, { password: 'secret-2' })).status).toBe(200);
    expect((await service.call('GET', '/user', { token: session.body.access_token })).status).toBe(403);
    expect((await service.post('/verify', { type: 'recovery', email, token: Token })).status).toBe(403);
    expect((await signIn({ email, password: 'secret-1' })).status).toBe(400);
    expect((await signIn({ email, password: 'secret-2' })).status).toBe(200);
    const weak = await put(`/admin/users/${id}`, { password: '' });
    expect([weak.status, weak.body.error_code]).toEqual([422, 'weak_password']);
  });

  it('a new address updates its identity and voids what was sent to the old address', async () => {
    const { id, email } = await create();
    await service.post('/recover', { email });
    const { Token } = service.lastMail(email).variables;
    const changed = await put(`/admin/users/${id}`, {
      email: `new-${email}`,
      phone: '+15551234',
      role: 'editor',
    });
    expect(changed.body).toMatchObject({ email: `new-${email}`, phone: '15551234', role: 'editor' });
    expect(changed.body.app_metadata.providers).toEqual(['email', 'phone']);
    expect(changed.body.identities[0].identity_data.email).toBe(`new-${email}`);
    expect((await service.post('/verify', { type: 'recovery', email, token: Token })).status).toBe(403);
    expect((await signIn({ email: `new-${email}`, password: 'secret-1' })).status).toBe(200);
  });

  it('an address of another account is 422, not 500', async () => {
    const [one, other] = [await create(), await create({ phone: freshPhone() })];
    const taken = await put(`/admin/users/${one.id}`, { email: other.email });
    expect([taken.status, taken.body.error_code]).toEqual([422, 'email_exists']);
    const { body } = await service.call('GET', `/admin/users/${other.id}`, { token: key });
    const phone = await put(`/admin/users/${one.id}`, { phone: body.phone });
    expect([phone.status, phone.body.error_code]).toEqual([422, 'phone_exists']);
  });

  it('confirms addresses', async () => {
    const { id } = await create({ email_confirm: false, phone: freshPhone() });
    const { body } = await put(`/admin/users/${id}`, { email_confirm: true, phone_confirm: true });
    expect(body.email_confirmed_at).toBeTruthy();
    expect(body.phone_confirmed_at).toBeTruthy();
  });

  it('bans for a time and lifts the ban', async () => {
    const { id, email } = await create();
    const session = await signIn({ email, password: 'secret-1' });
    const banned = await put(`/admin/users/${id}`, { ban_duration: '1h30m' });
    const minutes = (Date.parse(banned.body.banned_until) - service.now().getTime()) / 60_000;
    expect(Math.round(minutes)).toBe(90);
    const refused = await service.call('GET', '/user', { token: session.body.access_token });
    expect([refused.status, refused.body.error_code]).toEqual([403, 'user_banned']);
    expect((await signIn({ email, password: 'secret-1' })).body.error_code).toBe('user_banned');
    expect((await put(`/admin/users/${id}`, { ban_duration: 'none' })).body.banned_until).toBeUndefined();
    expect((await signIn({ email, password: 'secret-1' })).status).toBe(200);
  });

  it('stricter: what was sent before a ban is void after it', async () => {
    const { id, email } = await create();
    await service.post('/recover', { email });
    const { Token } = service.lastMail(email).variables;
    await put(`/admin/users/${id}`, { ban_duration: '1h' });
    await put(`/admin/users/${id}`, { ban_duration: 'none' });
    expect((await service.post('/verify', { type: 'recovery', email, token: Token })).status).toBe(403);
  });
});

describe('A45: DELETE /admin/users/:user', () => {
  it('removes the account and everything that belongs to it', async () => {
    const email = freshEmail();
    const { body } = await service.post('/signup', { email, password: 'secret-1' });
    const admin = service.client({ key }).auth.admin;
    expect((await admin.deleteUser(body.user.id)).error).toBeNull();
    expect((await admin.getUserById(body.user.id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
    const gone = await service.call('GET', '/user', { token: body.access_token });
    expect([gone.status, gone.body.error_code]).toEqual([403, 'user_not_found']);
    expect((await service.post('/signup', { email, password: 'secret-1' })).status).toBe(200);
  });

  it('needs no body, whether its length is stated or not', async () => {
    for (const headers of [{}, { 'content-length': '0' }]) {
      const { body } = await post('/admin/users', { email: freshEmail() });
      // Over HTTP, a request without a body looks like one whose body is empty.
      const deleted = await service.call('DELETE', `/admin/users/${body.id}`, {
        token: key,
        headers,
        text: '',
      });
      expect([deleted.status, deleted.body]).toEqual([200, {}]);
      expect((await service.call('GET', `/admin/users/${body.id}`, { token: key })).status).toBe(404);
    }
  });

  it('soft delete: the id stays, addresses become digests and are free again', async () => {
    const [email, phone] = [freshEmail(), freshPhone()];
    const { body } = await service.post('/signup', { email, password: 'secret-1', data: { name: 'Ada' } });
    await put(`/admin/users/${body.user.id}`, { phone });
    const admin = service.client({ key }).auth.admin;
    for (let time = 0; time < 2; time += 1)
      expect((await admin.deleteUser(body.user.id, true)).error).toBeNull();
    const { data } = await admin.getUserById(body.user.id);
    expect(data.user).toMatchObject({ user_metadata: {}, app_metadata: {} });
    expect(data.user?.email).toMatch(/^[\w-]{43}$/);
    expect(data.user?.phone).toMatch(/^[\w-]{15}$/);
    expect(JSON.stringify(data.user)).not.toContain(phone);
    expect(data.user?.identities?.map(({ identity_data }) => identity_data)).toEqual([{}, {}]);
    expect((await signIn({ email, password: 'secret-1' })).body.error_code).toBe('invalid_credentials');
    expect((await service.call('GET', '/user', { token: body.access_token })).status).toBe(403);
    expect((await service.post('/signup', { email, password: 'secret-1' })).status).toBe(200);
  });

  it('names the reason when other tables refer to the account', async () => {
    const { body } = await post('/admin/users', { email: freshEmail() });
    await test.database.sql`create table public.holds (owner uuid references auth.users (id))`;
    await test.database.sql`insert into public.holds values (${body.id})`;
    const answer = await service.call('DELETE', `/admin/users/${body.id}`, { token: key });
    expect([answer.status, answer.body.error_code]).toEqual([409, 'conflict']);
    await test.database.sql`drop table public.holds`;
  });

  it('an id that is not a UUID is 404', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await service.call(method, '/admin/users/nonsense', { token: key });
      expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
        404,
        'validation_failed',
        'user_id must be an UUID',
      ]);
    }
  });
});
