import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshGithubId,
  githubToml,
  signInWithGithub,
  testGithub,
  userIn,
} from '../../../tests/harness/auth/test-github.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;

const toml = `
[auth]
site_url = "http://localhost:3000"
minimum_password_length = 6
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.email]
max_frequency = "0s"
[auth.email.notification.identity_linked]
enabled = true
[auth.email.notification.identity_unlinked]
enabled = true
[auth.sms]
enable_signup = true
enable_confirmations = false
${githubToml}
`;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(toml, { ports: { outgoing: testGithub }, log: () => undefined });
});
afterAll(() => test.close());

const password = 'secret-1';

async function signedUp(email = freshEmail()) {
  await service.post('/signup', { email, password });
  await test.database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  const { body } = await service.post('/token?grant_type=password', { email, password });
  return {
    email,
    token: String(body.access_token),
    refreshToken: String(body.refresh_token),
    id: String(body.user.id),
  };
}

const proven = (email: string) => [{ email, verified: true, primary: true }];
const linkAddress = '/user/identities/authorize?provider=github';

const link = (token: string, emails = proven(freshEmail()), id = freshGithubId()) =>
  signInWithGithub(service, { id, emails }, `${linkAddress}&skip_http_redirect=true`, token);

describe('A36: manual linking', () => {
  it('with an address that the provider has not verified does not keep the owner of the address from signing up', async () => {
    const person = await signedUp();
    const email = freshEmail();
    await link(person.token, [{ email, verified: false, primary: true }]);
    const { body } = await service.post('/signup', { email, password });
    expect(body.id).not.toBe(person.id);
    expect(service.lastMail(email).kind).toBe('confirmation');
    const [owner] = await test.database.sql`select email from auth.users where id = ${body.id}`;
    expect(owner?.email).toBe(email);
  });

  it('works through the client', async () => {
    const person = await signedUp();
    const client = service.client();
    await client.auth.setSession({ access_token: person.token, refresh_token: person.refreshToken });
    const { data } = await client.auth.linkIdentity({ provider: 'github' });
    const state = new URL(data && 'url' in data ? (data.url ?? '') : '').searchParams.get('state');
    const emails = proven(freshEmail());
    const code = Buffer.from(JSON.stringify({ id: freshGithubId(), emails })).toString('base64url');
    const back = await service.call('GET', `/callback?code=${code}&state=${state}`);
    const user = await userIn(service, new URL(back.headers.get('location') ?? ''));
    expect(user).toMatchObject({ id: person.id, email: person.email });
    expect(user.app_metadata.providers).toEqual(['email', 'github']);
    expect(service.lastMail(person.email)).toMatchObject({
      kind: 'identity_linked_notification',
      variables: { Provider: 'github' },
    });
    const { data: linked } = await client.auth.getUserIdentities();
    const identity = linked?.identities.find(({ provider }) => provider === 'github');
    if (identity === undefined) throw new Error('GitHub was not linked.');
    const { error } = await client.auth.unlinkIdentity(identity);
    expect(error).toBeNull();
    const { data: after } = await client.auth.getUser();
    expect(after.user?.app_metadata.providers).toEqual(['email']);
    expect(service.lastMail(person.email).kind).toBe('identity_unlinked_notification');
  });

  it('redirects a browser on request', async () => {
    const { token } = await signedUp();
    const { status, headers } = await service.call('GET', linkAddress, { token });
    expect([status, headers.get('location')?.startsWith('https://github.com/')]).toEqual([302, true]);
  });

  it('needs a signed-in user, and an enabled provider', async () => {
    expect((await service.call('GET', linkAddress)).status).toBe(401);
    const { token } = await signedUp();
    const off = await service.call('GET', '/user/identities/authorize?provider=google', { token });
    expect([off.status, off.body.msg]).toEqual([400, 'Unsupported provider: provider is not enabled']);
  });

  it('is off unless the configuration allows it', async () => {
    const { token } = await signedUp();
    const closed = await test.start(toml.replace('enable_manual_linking = true', ''), {
      ports: { outgoing: testGithub },
    });
    for (const [method, path] of [
      ['GET', linkAddress],
      ['DELETE', `/user/identities/${crypto.randomUUID()}`],
    ] as const) {
      const { status, body } = await closed.call(method, path, { token });
      expect([status, body.error_code]).toEqual([404, 'manual_linking_disabled']);
    }
  });

  it('refuses what is linked already, to this account or to another', async () => {
    const [one, other] = [await signedUp(), await signedUp()];
    const id = freshGithubId();
    await link(one.token, proven(freshEmail()), id);
    for (const { token } of [one, other]) {
      const url = await link(token, proven(freshEmail()), id);
      expect(url.searchParams.get('error_code')).toBe('identity_already_exists');
    }
  });

  it('of concurrent requests that link one identity, one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signedUp()));
    const id = freshGithubId();
    const urls = await Promise.all(people.map(({ token }) => link(token, proven(freshEmail()), id)));
    expect(urls.filter((url) => url.hash.includes('access_token='))).toHaveLength(1);
    expect(
      await test.database.sql`select id from auth.identities where provider_id = ${String(id)}`,
    ).toHaveLength(1);
  });

  it('makes an anonymous account permanent, once its address is verified', async () => {
    const { body } = await service.post('/signup', {});
    const email = freshEmail();
    const user = await userIn(service, await link(body.access_token, proven(email)));
    expect(user).toMatchObject({ id: body.user.id, email, is_anonymous: false });
  });

  it('asks an anonymous account to confirm an unverified address', async () => {
    const { body } = await service.post('/signup', {});
    const email = freshEmail();
    const url = await link(body.access_token, [{ email, verified: false, primary: true }]);
    expect(url.searchParams.get('error_code')).toBe('email_not_confirmed');
    expect(service.lastMail(email).kind).toBe('confirmation');
    const { body: user } = await service.call('GET', '/user', { token: body.access_token });
    expect(user).toMatchObject({ is_anonymous: true, email });
  });

  it('refuses an anonymous account the address of another user, and links nothing', async () => {
    const { email } = await signedUp();
    const { body } = await service.post('/signup', {});
    const url = await link(body.access_token, proven(email));
    expect(url.searchParams.get('error_code')).toBe('email_exists');
    const { body: user } = await service.call('GET', '/user', { token: body.access_token });
    expect([user.identities, user.is_anonymous]).toEqual([[], true]);
  });

  it('does not link to a user who was banned in the meantime', async () => {
    const { token, id } = await signedUp();
    const left = await service.call('GET', linkAddress, { token });
    const state = new URL(left.headers.get('location') ?? '').searchParams.get('state');
    await test.database.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    const code = Buffer.from(JSON.stringify({ id: freshGithubId(), emails: proven(freshEmail()) }));
    const back = await service.call('GET', `/callback?code=${code.toString('base64url')}&state=${state}`);
    expect(back.headers.get('location')).toContain('error_code=user_banned');
  });
});

describe('A36: unlinking an identity', () => {
  const unlink = (token: string, id: string) => service.call('DELETE', `/user/identities/${id}`, { token });

  const idOf = async (userId: string, provider: string) => {
    const [row] = await test.database.sql<{ id: string }[]>`
      select id from auth.identities where user_id = ${userId} and provider = ${provider}`;
    return row?.id ?? '';
  };

  it('keeps the last one', async () => {
    const { token, id } = await signedUp();
    const { status, body } = await unlink(token, await idOf(id, 'email'));
    expect([status, body.error_code]).toEqual([422, 'single_identity_not_deletable']);
  });

  it('keeps one also when both are removed at once', async () => {
    const { token, id } = await signedUp();
    await link(token);
    const ids = [await idOf(id, 'email'), await idOf(id, 'github')];
    const answers = await Promise.all(ids.map((identity) => unlink(token, identity)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it.each([
    ['nonsense', 404, 'validation_failed'],
    [crypto.randomUUID(), 422, 'identity_not_found'],
  ])('refuses %s', async (identity, status, code) => {
    const { token } = await signedUp();
    await link(token);
    const answer = await unlink(token, identity);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  it('refuses the identity of another user', async () => {
    const [one, other] = [await signedUp(), await signedUp()];
    await link(one.token);
    await link(other.token);
    const answer = await unlink(one.token, await idOf(other.id, 'github'));
    expect(answer.body.error_code).toBe('identity_not_found');
  });

  it('gives the account the address of the remaining identity, and removes the password with the old one', async () => {
    const { token, id, email } = await signedUp();
    const next = freshEmail('next');
    await link(token, proven(next));
    expect((await unlink(token, await idOf(id, 'email'))).status).toBe(200);
    const { body: user } = await service.call('GET', '/user', { token });
    expect(user).toMatchObject({ email: next, app_metadata: { provider: 'github', providers: ['github'] } });
    expect(user.email_confirmed_at).toBeDefined();
    for (const address of [email, next]) {
      const opened = await service.post('/token?grant_type=password', { email: address, password });
      expect(opened.status).toBe(400);
    }
    expect(service.lastMail(email).kind).toBe('identity_unlinked_notification');
  });

  it('is refused when the address of the remaining identity belongs to another user', async () => {
    const { token, id } = await signedUp();
    const next = freshEmail('next');
    await link(token, [{ email: next, verified: false, primary: true }]);
    const other = await signedUp();
    await test.database.sql`update auth.users set email = ${next} where id = ${other.id}`;
    const { status, body } = await unlink(token, await idOf(id, 'email'));
    expect([status, body.error_code]).toEqual([422, 'email_conflict_identity_not_deletable']);
  });

  it('removes the number with the phone identity', async () => {
    const { token, id } = await signedUp();
    await test.database.sql`
      update auth.users set phone = ${String(freshGithubId())}, phone_confirmed_at = now() where id = ${id}`;
    await test.database.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (${id}, ${id}, '{}', 'phone', now(), now())`;
    expect((await unlink(token, await idOf(id, 'phone'))).status).toBe(200);
    const { body: user } = await service.call('GET', '/user', { token });
    expect([user.phone, user.phone_confirmed_at]).toEqual(['', undefined]);
  });
});
