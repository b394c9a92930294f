import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshGithubId,
  type GithubEmail,
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
import { ServiceError } from '../../http/service-error.ts';

let test: TestDatabase;
/** One service with email confirmation, and one without. */
let confirming: TestService;
let autoconfirming: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  const options = { ports: { outgoing: testGithub }, log: () => undefined };
  confirming = await test.start(`[auth.email]\nmax_frequency = "0s"\n${githubToml}`, options);
  autoconfirming = await test.start(`[auth.email]\nenable_confirmations = false\n${githubToml}`, options);
});
afterAll(() => test.close());

const password = 'secret-1';

/** Creates what exists before the sign-in. Returns the account's id. */
type Setup = (email: string) => Promise<string | undefined>;

const noAccount: Setup = async () => undefined;

const unconfirmed: Setup = async (email) => {
  const { body } = await confirming.post('/signup', { email, password, data: { role: 'spy' } });
  return body.id;
};

const confirmed: Setup = async (email) => {
  const id = await unconfirmed(email);
  await test.database.sql`update auth.users set email_confirmed_at = now() where id = ${id ?? null}`;
  return id;
};

const withConfirmedPhone: Setup = async (email) => {
  const id = await unconfirmed(email);
  await test.database.sql`
    update auth.users set phone = ${String(freshGithubId())}, phone_confirmed_at = now() where id = ${id ?? null}`;
  return id;
};

const singleSignOn: Setup = async (email) => {
  const id = await confirmed(email);
  await test.database.sql`update auth.users set is_sso_user = true where id = ${id ?? null}`;
  await test.database.sql`
    update auth.identities set provider = ${`sso:${crypto.randomUUID()}`} where user_id = ${id ?? null}`;
  return id;
};

const deleted: Setup = async (email) => {
  const id = await confirmed(email);
  await test.database.sql`update auth.users set deleted_at = now(), email = null where id = ${id ?? null}`;
  return id;
};

/** An account with another address has an identity with this one. */
const asIdentityElsewhere =
  (verified: boolean): Setup =>
  async (email) => {
    const id = await confirmed(freshEmail('own'));
    const data = JSON.stringify({ sub: crypto.randomUUID(), email, email_verified: verified });
    await test.database.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (${crypto.randomUUID()}, ${id ?? null}, ${data}::text::jsonb, 'gitlab', now(), now())`;
    return id;
  };

type Outcome = 'the same account' | 'a new account' | 'refused';

const verifiedEmail = (email: string): GithubEmail[] => [{ email, verified: true, primary: true }];
const unverifiedEmail = (email: string): GithubEmail[] => [{ email, verified: false, primary: true }];

const rows: [string, string, Setup, (email: string) => GithubEmail[], () => TestService, Outcome][] = [
  ['no account', 'a verified address', noAccount, verifiedEmail, () => confirming, 'a new account'],
  ['no account', 'an unverified address', noAccount, unverifiedEmail, () => confirming, 'refused'],
  [
    'no account',
    'an unverified address, without confirmations',
    noAccount,
    unverifiedEmail,
    () => autoconfirming,
    'a new account',
  ],
  [
    'a confirmed account',
    'its address, verified',
    confirmed,
    verifiedEmail,
    () => confirming,
    'the same account',
  ],
  [
    'a confirmed account',
    'its address in upper case, verified',
    confirmed,
    (email) => verifiedEmail(email.toUpperCase()),
    () => confirming,
    'the same account',
  ],
  [
    'a confirmed account',
    'its address as a secondary one, verified',
    confirmed,
    (email) => [...verifiedEmail(freshEmail('first')), { email, verified: true }],
    () => confirming,
    'the same account',
  ],
  [
    'a confirmed account',
    'its address as a secondary one, unverified',
    confirmed,
    (email) => [...verifiedEmail(freshEmail('first')), { email, verified: false }],
    () => confirming,
    'a new account',
  ],
  ['a confirmed account', 'its address, unverified', confirmed, unverifiedEmail, () => confirming, 'refused'],
  [
    'a confirmed account',
    'its address, unverified, without confirmations',
    confirmed,
    unverifiedEmail,
    () => autoconfirming,
    'the same account',
  ],
  [
    'an unconfirmed account',
    'its address, verified',
    unconfirmed,
    verifiedEmail,
    () => confirming,
    'the same account',
  ],
  [
    'an unconfirmed account',
    'its address, unverified',
    unconfirmed,
    unverifiedEmail,
    () => confirming,
    'refused',
  ],
  [
    'a single sign-on account',
    'its address, verified',
    singleSignOn,
    verifiedEmail,
    () => confirming,
    'a new account',
  ],
  ['a deleted account', 'its address, verified', deleted, verifiedEmail, () => confirming, 'a new account'],
  [
    'an account with a verified identity',
    'the address of that identity, verified',
    asIdentityElsewhere(true),
    verifiedEmail,
    () => confirming,
    'the same account',
  ],
  [
    'an account with an unverified identity',
    'the address of that identity, verified',
    asIdentityElsewhere(false),
    verifiedEmail,
    () => confirming,
    'a new account',
  ],
];

describe('A35: automatic linking', () => {
  it.each(rows)('with %s in the database, a sign-in uses %s', async (...row) => {
    const [, , setUp, githubEmails, at, outcome] = row;
    const email = freshEmail();
    const known = await setUp(email);
    const person = { id: freshGithubId(), emails: githubEmails(email) };
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
    const url = await signInWithGithub(confirming, {
      id: freshGithubId(),
      name: 'Jo',
      emails: verifiedEmail(email),
    });
    const user = await userIn(confirming, url);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'github'] });
    expect(user.user_metadata).toMatchObject({ full_name: 'Jo', role: 'spy' });
    expect((await confirming.post('/token?grant_type=password', { email, password })).status).toBe(200);
  });

  it('prefers the account with the primary address of two accounts', async () => {
    const [first, second] = [freshEmail(), freshEmail()];
    const ids = [await confirmed(first), await confirmed(second)];
    const emails = [{ email: second, verified: true }, ...verifiedEmail(first)];
    const url = await signInWithGithub(confirming, { id: freshGithubId(), emails });
    expect((await userIn(confirming, url)).id).toBe(ids[0]);
  });

  it('refuses to choose between two accounts that have verified one address', async () => {
    const email = freshEmail();
    await confirmed(email);
    await asIdentityElsewhere(true)(email);
    const url = await signInWithGithub(confirming, { id: freshGithubId(), emails: verifiedEmail(email) });
    expect(url.searchParams.get('error_code')).toBe('conflict');
  });

  it('leaves an unverified address with the account that has it', async () => {
    const email = freshEmail();
    const id = await confirmed(email);
    const person = { id: freshGithubId(), emails: unverifiedEmail(email) };
    await signInWithGithub(confirming, person);
    const [waiting] = await test.database.sql`
      select u.id, u.email from auth.users u join auth.identities i on i.user_id = u.id
      where i.provider_id = ${String(person.id)}`;
    expect([waiting?.id === id, waiting?.email]).toEqual([false, null]);
    // Once GitHub verifies the address, the sign-in leads to that account.
    const url = await signInWithGithub(confirming, { ...person, emails: verifiedEmail(email) });
    expect((await userIn(confirming, url)).id).toBe(id);
    expect(await test.database.sql`select id from auth.users where id = ${waiting?.id}`).toHaveLength(0);
  });

  it('signs a user in after the address was confirmed by mail', async () => {
    const email = freshEmail();
    const person = { id: freshGithubId(), emails: unverifiedEmail(email) };
    const refused = await signInWithGithub(confirming, person);
    expect(refused.searchParams.get('error_description')).toContain('confirmation email has been sent');
    const link = new URL(confirming.lastMail(email).variables.ConfirmationURL ?? '');
    await confirming.call('GET', `/verify${link.search}`);
    const user = await userIn(confirming, await signInWithGithub(confirming, person));
    expect(user).toMatchObject({ email, app_metadata: { providers: ['github'] } });
  });

  it('never confirms an address that only an older answer contained', async () => {
    const victim = freshEmail('victim');
    const person = { id: freshGithubId(), emails: unverifiedEmail(victim) };
    await signInWithGithub(confirming, person);
    const own = freshEmail('own');
    const user = await userIn(
      confirming,
      await signInWithGithub(confirming, { ...person, emails: verifiedEmail(own) }),
    );
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
  ])('and with %s is closed to the stranger after the owner signs in', async (_name, setUp) => {
    const email = freshEmail();
    const id = await setUp(email);
    const { sql } = test.database;
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
      values (gen_random_uuid(), ${id ?? null}, 'totp', 'verified', now(), now(), 'x')`;
    await sql`insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), ${id ?? null}, now())`;
    const url = await signInWithGithub(confirming, {
      id: freshGithubId(),
      name: 'Jo',
      emails: verifiedEmail(email),
    });
    const user = await userIn(confirming, url);
    expect(user).toMatchObject({ id, phone: '', app_metadata: { providers: ['github'] } });
    expect(user.user_metadata).toMatchObject({ full_name: 'Jo', email_verified: true });
    expect(user.user_metadata).not.toHaveProperty('role');
    expect(user.factors).toBeUndefined();
    expect(user.identities).toHaveLength(1);
    expect(await sql`select id from auth.sessions where user_id = ${id ?? null}`).toHaveLength(1);
    const opened = await confirming.post('/token?grant_type=password', { email, password });
    expect(opened.status).toBe(400);
    const { Token = '' } = confirming.lastMail(email).variables;
    expect((await confirming.post('/verify', { type: 'signup', email, token: Token })).status).toBe(403);
  });
});

describe('a state', () => {
  it('signs in one of fifty callbacks, although GitHub here accepts a code several times', async () => {
    const person = { id: freshGithubId(), emails: verifiedEmail(freshEmail()) };
    const left = await confirming.call('GET', '/authorize?provider=github');
    const state = new URL(left.headers.get('location') ?? '').searchParams.get('state');
    const code = Buffer.from(JSON.stringify(person)).toString('base64url');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirming.call('GET', `/callback?code=${code}&state=${state}`)),
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
    const hookCalls: unknown[] = [];
    const call = async (payload: object) => {
      hookCalls.push(payload);
      throw new ServiceError('unknown', 403, 'Members only.');
    };
    const hooked = await test.start(githubToml, {
      log: () => undefined,
      ports: { outgoing: testGithub, hooks: { before_user_created: { isFunction: false, call } } },
    });
    const email = freshEmail();
    const person = { id: freshGithubId(), emails: verifiedEmail(email) };
    const refused = await signInWithGithub(hooked, person);
    expect(refused.searchParams.get('error_description')).toBe('Members only.');
    expect(hookCalls).toMatchObject([{ user: { email, app_metadata: { provider: 'github' } } }]);
    expect(await test.database.sql`select id from auth.users where email = ${email}`).toHaveLength(0);
    await signInWithGithub(confirming, person);
    expect((await signInWithGithub(hooked, person)).hash).toContain('access_token=');
    expect(hookCalls).toHaveLength(1);
  });
});
