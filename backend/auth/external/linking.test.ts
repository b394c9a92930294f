import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../http/service-error.ts';
import { freshEmail, openTestDatabase, type TestDatabase, type TestService } from '../test-service.ts';
import {
  freshGithubId,
  type GithubEmail,
  githubToml,
  signInWithGithub,
  testGithub,
  userIn,
} from './test-github.ts';

let test: TestDatabase;
/** One service with e-mail confirmation, and one without. */
let careful: TestService;
let trusting: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  const options = { ports: { outgoing: testGithub }, log: () => undefined };
  careful = await test.start(`[auth.email]\nmax_frequency = "0s"\n${githubToml}`, options);
  trusting = await test.start(`[auth.email]\nenable_confirmations = false\n${githubToml}`, options);
});
afterAll(() => test.close());

const password = 'secret-1';

/** Creates what exists before the sign-in. Returns the account's id. */
type Here = (email: string) => Promise<string | undefined>;

const nobody: Here = async () => undefined;

const unconfirmed: Here = async (email) => {
  const { body } = await careful.post('/signup', { email, password, data: { role: 'spy' } });
  return body.id;
};

const confirmed: Here = async (email) => {
  const id = await unconfirmed(email);
  await test.database.sql`update auth.users set email_confirmed_at = now() where id = ${id ?? null}`;
  return id;
};

const withConfirmedPhone: Here = async (email) => {
  const id = await unconfirmed(email);
  await test.database.sql`
    update auth.users set phone = ${String(freshGithubId())}, phone_confirmed_at = now() where id = ${id ?? null}`;
  return id;
};

const singleSignOn: Here = async (email) => {
  const id = await confirmed(email);
  await test.database.sql`update auth.users set is_sso_user = true where id = ${id ?? null}`;
  await test.database.sql`
    update auth.identities set provider = ${`sso:${crypto.randomUUID()}`} where user_id = ${id ?? null}`;
  return id;
};

const deleted: Here = async (email) => {
  const id = await confirmed(email);
  await test.database.sql`update auth.users set deleted_at = now(), email = null where id = ${id ?? null}`;
  return id;
};

/** An account with another address has an identity with this one. */
const elsewhere =
  (verified: boolean): Here =>
  async (email) => {
    const id = await confirmed(freshEmail('own'));
    const data = JSON.stringify({ sub: crypto.randomUUID(), email, email_verified: verified });
    await test.database.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (${crypto.randomUUID()}, ${id ?? null}, ${data}::text::jsonb, 'gitlab', now(), now())`;
    return id;
  };

type Outcome = 'the same account' | 'a new account' | 'refused';

const proven = (email: string): GithubEmail[] => [{ email, verified: true, primary: true }];
const unproven = (email: string): GithubEmail[] => [{ email, verified: false, primary: true }];

const rows: [string, string, Here, (email: string) => GithubEmail[], () => TestService, Outcome][] = [
  ['nobody', 'a proven address', nobody, proven, () => careful, 'a new account'],
  ['nobody', 'an unproven address', nobody, unproven, () => careful, 'refused'],
  ['nobody', 'an unproven address where nobody confirms', nobody, unproven, () => trusting, 'a new account'],
  ['a confirmed account', 'its address, proven', confirmed, proven, () => careful, 'the same account'],
  [
    'a confirmed account',
    'its address in other letters, proven',
    confirmed,
    (email) => proven(email.toUpperCase()),
    () => careful,
    'the same account',
  ],
  [
    'a confirmed account',
    'its address as a further one, proven',
    confirmed,
    (email) => [...proven(freshEmail('first')), { email, verified: true }],
    () => careful,
    'the same account',
  ],
  [
    'a confirmed account',
    'its address as a further one, unproven',
    confirmed,
    (email) => [...proven(freshEmail('first')), { email, verified: false }],
    () => careful,
    'a new account',
  ],
  ['a confirmed account', 'its address, unproven', confirmed, unproven, () => careful, 'refused'],
  [
    'a confirmed account',
    'its address, unproven, where nobody confirms',
    confirmed,
    unproven,
    () => trusting,
    'the same account',
  ],
  ['an unconfirmed account', 'its address, proven', unconfirmed, proven, () => careful, 'the same account'],
  ['an unconfirmed account', 'its address, unproven', unconfirmed, unproven, () => careful, 'refused'],
  [
    'an account of single sign-on',
    'its address, proven',
    singleSignOn,
    proven,
    () => careful,
    'a new account',
  ],
  ['a deleted account', 'its address, proven', deleted, proven, () => careful, 'a new account'],
  [
    'an account with a proven identity',
    'the address of that, proven',
    elsewhere(true),
    proven,
    () => careful,
    'the same account',
  ],
  [
    'an account with an unproven identity',
    'the address of that, proven',
    elsewhere(false),
    proven,
    () => careful,
    'a new account',
  ],
];

describe('A35: automatic linking', () => {
  it.each(rows)('with %s existing, a sign-in with %s', async (...row) => {
    const [, , here, comes, at, outcome] = row;
    const email = freshEmail();
    const known = await here(email);
    const person = { id: freshGithubId(), emails: comes(email) };
    const url = await signInWithGithub(at(), person);
    if (outcome === 'refused') {
      expect(url.searchParams.get('error_code')).toBe('provider_email_needs_verification');
      expect(url.searchParams.get('error')).toBe('access_denied');
      expect(url.hash).not.toContain('access_token');
      return;
    }
    const user = await userIn(at(), url);
    expect(user.id === known).toBe(outcome === 'the same account');
    const [identity] = await test.database.sql`
      select user_id from auth.identities where provider = 'github' and provider_id = ${String(person.id)}`;
    expect(identity?.user_id).toBe(user.id);
    // A second sign-in leads to the same account.
    expect((await userIn(at(), await signInWithGithub(at(), person))).id).toBe(user.id);
  });

  it('keeps the sign-in methods of a confirmed account, and adds the new one', async () => {
    const email = freshEmail();
    await confirmed(email);
    const url = await signInWithGithub(careful, { id: freshGithubId(), name: 'Jo', emails: proven(email) });
    const user = await userIn(careful, url);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'github'] });
    expect(user.user_metadata).toMatchObject({ full_name: 'Jo', role: 'spy' });
    expect((await careful.post('/token?grant_type=password', { email, password })).status).toBe(200);
  });

  it('prefers the account with the primary address of two accounts', async () => {
    const [first, second] = [freshEmail(), freshEmail()];
    const ids = [await confirmed(first), await confirmed(second)];
    const emails = [{ email: second, verified: true }, ...proven(first)];
    const url = await signInWithGithub(careful, { id: freshGithubId(), emails });
    expect((await userIn(careful, url)).id).toBe(ids[0]);
  });

  it('refuses to choose between two accounts that have verified one address', async () => {
    const email = freshEmail();
    await confirmed(email);
    await elsewhere(true)(email);
    const url = await signInWithGithub(careful, { id: freshGithubId(), emails: proven(email) });
    expect(url.searchParams.get('error_code')).toBe('conflict');
  });

  it('leaves an unverified address with the account that has it', async () => {
    const email = freshEmail();
    const id = await confirmed(email);
    const person = { id: freshGithubId(), emails: unproven(email) };
    await signInWithGithub(careful, person);
    const [waiting] = await test.database.sql`
      select u.id, u.email from auth.users u join auth.identities i on i.user_id = u.id
      where i.provider_id = ${String(person.id)}`;
    expect([waiting?.id === id, waiting?.email]).toEqual([false, null]);
    // Once GitHub verifies the address, the account takes it.
    const url = await signInWithGithub(careful, { ...person, emails: proven(email) });
    expect((await userIn(careful, url)).id).toBe(id);
    expect(await test.database.sql`select id from auth.users where id = ${waiting?.id}`).toHaveLength(0);
  });

  it('signs a user in after the address was confirmed by mail', async () => {
    const email = freshEmail();
    const person = { id: freshGithubId(), emails: unproven(email) };
    const refused = await signInWithGithub(careful, person);
    expect(refused.searchParams.get('error_description')).toContain('confirmation email has been sent');
    const link = new URL(careful.lastMail(email).variables.ConfirmationURL ?? '');
    await careful.call('GET', `/verify${link.search}`);
    const user = await userIn(careful, await signInWithGithub(careful, person));
    expect(user).toMatchObject({ email, app_metadata: { providers: ['github'] } });
  });

  it('never confirms an address that only an older answer contained', async () => {
    const victim = freshEmail('victim');
    const person = { id: freshGithubId(), emails: unproven(victim) };
    await signInWithGithub(careful, person);
    const own = freshEmail('own');
    const user = await userIn(careful, await signInWithGithub(careful, { ...person, emails: proven(own) }));
    expect(user.email).toBe(own);
    const held = await test.database.sql`
      select id from auth.users where email = ${victim} and email_confirmed_at is not null`;
    expect(held).toHaveLength(0);
  });
});

describe("A35: an account that a stranger created with another user's address", () => {
  it.each([
    ['a password', unconfirmed],
    ['a confirmed phone', withConfirmedPhone],
  ])('and with %s is closed to the stranger after the owner signs in', async (_name, here) => {
    const email = freshEmail();
    const id = await here(email);
    const { sql } = test.database;
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
      values (gen_random_uuid(), ${id ?? null}, 'totp', 'verified', now(), now(), 'x')`;
    await sql`insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), ${id ?? null}, now())`;
    const url = await signInWithGithub(careful, { id: freshGithubId(), name: 'Jo', emails: proven(email) });
    const user = await userIn(careful, url);
    expect(user).toMatchObject({ id, phone: '', app_metadata: { providers: ['github'] } });
    expect(user.user_metadata).toMatchObject({ full_name: 'Jo', email_verified: true });
    expect(user.user_metadata).not.toHaveProperty('role');
    expect(user.factors).toBeUndefined();
    expect(user.identities).toHaveLength(1);
    expect(await sql`select id from auth.sessions where user_id = ${id ?? null}`).toHaveLength(1);
    const opened = await careful.post('/token?grant_type=password', { email, password });
    expect(opened.status).toBe(400);
    const { Token = '' } = careful.lastMail(email).variables;
    expect((await careful.post('/verify', { type: 'signup', email, token: Token })).status).toBe(403);
  });
});

describe('a state', () => {
  it('signs in one of fifty callbacks, although GitHub here accepts a code several times', async () => {
    const person = { id: freshGithubId(), emails: proven(freshEmail()) };
    const left = await careful.call('GET', '/authorize?provider=github');
    const state = new URL(left.headers.get('location') ?? '').searchParams.get('state');
    const code = Buffer.from(JSON.stringify(person)).toString('base64url');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => careful.call('GET', `/callback?code=${code}&state=${state}`)),
    );
    const locations = answers.map(({ headers }) => headers.get('location') ?? '');
    expect(locations.filter((location) => location.includes('access_token='))).toHaveLength(1);
    expect(
      locations.filter((location) => /error_code=(flow_state_already_used|bad_oauth_state)/.test(location)),
    ).toHaveLength(49);
    const sessions = await test.database.sql`
      select s.id from auth.sessions s join auth.identities i on i.user_id = s.user_id
      where i.provider_id = ${String(person.id)}`;
    expect(sessions).toHaveLength(1);
  });
});

describe('A50: a hook', () => {
  it('is called for new users only, and can refuse them', async () => {
    const asked: unknown[] = [];
    const call = async (payload: object) => {
      asked.push(payload);
      throw new ServiceError('unknown', 403, 'Members only.');
    };
    const hooked = await test.start(githubToml, {
      log: () => undefined,
      ports: { outgoing: testGithub, hooks: { before_user_created: { isFunction: false, call } } },
    });
    const email = freshEmail();
    const person = { id: freshGithubId(), emails: proven(email) };
    const refused = await signInWithGithub(hooked, person);
    expect(refused.searchParams.get('error_description')).toBe('Members only.');
    expect(asked).toMatchObject([{ user: { email, app_metadata: { provider: 'github' } } }]);
    expect(await test.database.sql`select id from auth.users where email = ${email}`).toHaveLength(0);
    await signInWithGithub(careful, person);
    expect((await signInWithGithub(hooked, person)).hash).toContain('access_token=');
    expect(asked).toHaveLength(1);
  });
});
