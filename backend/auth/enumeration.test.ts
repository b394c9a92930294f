import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../tests/harness/fresh-contact.ts';

/** Every route that sends a message without a signed-in user. */
const mailRoutes: Record<string, (email: string) => [path: string, body: object]> = {
  'sign-up': (email) => ['/signup', { email, password: 'sunny-porch-41', data: { name: 'Ada' } }],
  'sign-up with a challenge': (email) => ['/signup', { email, password: 'sunny-porch-41', ...challenge }],
  code: (email) => ['/otp', { email }],
  'code for accounts only': (email) => ['/otp', { email, create_user: false }],
  'magic link': (email) => ['/magiclink', { email }],
  recovery: (email) => ['/recover', { email }],
  'sign-up again': (email) => ['/resend', { type: 'signup', email }],
  'change again': (email) => ['/resend', { type: 'email_change', email }],
};
const smsRoutes: typeof mailRoutes = {
  'sign-up': (phone) => ['/signup', { phone, password: 'sunny-porch-41' }],
  code: (phone) => ['/otp', { phone }],
  'code for accounts only': (phone) => ['/otp', { phone, create_user: false }],
  'sign-up again': (phone) => ['/resend', { type: 'sms', phone }],
  'change again': (phone) => ['/resend', { type: 'phone_change', phone }],
};
const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };

const toml = (hides: boolean, more = '') => `
[auth]
site_url = "http://localhost:3000"
[auth.sms]
enable_signup = true
max_frequency = "60s"
${more}
[porchlight.auth]
hide_accounts = ${hides}
`;

let test: TestDatabase;
let hidingAccounts: TestService;
let revealingAccounts: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  hidingAccounts = await test.start(toml(true));
  revealingAccounts = await test.start(toml(false));
});
afterAll(() => test.close());

const admin = (on: TestService, body: object) =>
  on.call('POST', '/admin/users', { token: test.secrets.serviceRoleKey, body });

/** Brings an address into a state and returns it. */
type State = (on: TestService, address: string) => Promise<unknown>;

const mailStates: Record<string, State> = {
  confirmed: (on, email) => admin(on, { email, email_confirm: true, password: 'secret-12' }),
  'created by an admin': (on, email) => admin(on, { email, user_metadata: { plan: 'free' } }),
  unconfirmed: (on, email) => on.post('/signup', { email, password: 'secret-12' }),
  banned: (on, email) => admin(on, { email, email_confirm: true, password: 'secret-12', ban_duration: '9h' }),
  invited: (on, email) =>
    on.call('POST', '/invite', { token: test.secrets.serviceRoleKey, body: { email, data: { a: 1 } } }),
  'with a pending change': async (on, email) => {
    const { body } = await admin(on, { email, email_confirm: true });
    await test.database.sql`
      update auth.users set email_change = ${freshEmail()}, email_change_sent_at = ${on.now()} where id = ${body.id}`;
  },
  'of single sign-on': async (on, email) => {
    const { body } = await admin(on, { email, email_confirm: true });
    await test.database.sql`update auth.users set is_sso_user = true where id = ${body.id}`;
    await test.database.sql`update auth.identities set provider = 'sso:x' where user_id = ${body.id}`;
  },
};
const smsStates: Record<string, State> = {
  confirmed: (on, phone) => admin(on, { phone, phone_confirm: true, password: 'secret-12' }),
  unconfirmed: (on, phone) => on.post('/signup', { phone, password: 'secret-12' }),
  banned: (on, phone) => admin(on, { phone, phone_confirm: true, ban_duration: '9h' }),
};

/** What a caller can see of an answer: everything except random values, times, and the address itself. */
function visibleAnswer(answer: Answer, address: string): unknown {
  const headers = [...answer.headers].map(([name, value]) => [
    name,
    name === 'retry-after' ? 'number' : value,
  ]);
  return { status: answer.status, headers, body: kindsOf(answer.body, address) };
}

function kindsOf(value: unknown, address: string): unknown {
  if (Array.isArray(value)) return value.map((member) => kindsOf(member, address));
  if (typeof value === 'object' && value !== null)
    // As pairs, because the order of the members could reveal something as well.
    return Object.entries(value).map(([name, member]) => [name, kindsOf(member, address)]);
  if (typeof value !== 'string') return value;
  if (value === address) return '<address>';
  if (/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(value)) return '<uuid>';
  if (/^message-\d+$/.test(value)) return '<uuid>';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return '<time>';
  return value.replace(/after \d+ seconds/, 'after N seconds');
}

type Routes = typeof mailRoutes;

async function callRoutes(
  on: TestService,
  routes: Routes,
  names: string[],
  address: string,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const name of names) {
    const [path, body] = routes[name]?.(address) ?? ['', {}];
    answers.push(await on.post(path, body));
  }
  return answers;
}

describe.each([
  ['mail', mailRoutes, mailStates, freshEmail],
  ['text message', smsRoutes, smsStates, freshPhone],
] as const)('a route that sends a %s', (_medium, routes, states, fresh) => {
  const names = Object.keys(routes);
  const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

  it.each(pairs)('answers %s and then %s alike, with and without an account', async (first, second) => {
    const known = await Promise.all(
      Object.entries(states).map(async ([state, setUp]) => {
        const address = fresh();
        await setUp(hidingAccounts, address);
        return { state, address };
      }),
    );
    hidingAccounts.advance(61);
    const callRoute = async (address: string) =>
      (await callRoutes(hidingAccounts, routes, [first, second], address)).map((answer) =>
        visibleAnswer(answer, address),
      );
    const expected = await callRoute(fresh());
    expect(expected).toMatchObject([{ status: 200 }, { status: 429 }]);
    await Promise.all(
      known.map(async ({ state, address }) => expect(await callRoute(address), state).toEqual(expected)),
    );
  });

  it('without hide_accounts reveals what the reference server does, and nothing through its cooldowns', async () => {
    const open = names.filter((name) => name !== 'code for accounts only');
    for (const first of open) {
      const known = fresh();
      await states.confirmed?.(revealingAccounts, known);
      const second = open[(open.indexOf(first) + 1) % open.length] ?? first;
      const statuses = async (address: string) =>
        (await callRoutes(revealingAccounts, routes, [first, second], address)).map(({ status }) => status);
      expect(await statuses(known), `${first}, ${second}`).toEqual(await statuses(fresh()));
    }
  });
});

describe('an account is not revealed', () => {
  it('by the id in the answers to two sign-ups', async () => {
    const taken = freshEmail();
    await mailStates.confirmed?.(hidingAccounts, taken);
    for (const email of [taken, freshEmail()]) {
      const ids = async () => {
        const { body } = await hidingAccounts.post('/signup', { email, password: 'sunny-porch-41' });
        hidingAccounts.advance(61);
        return [body.id, body.identities[0].identity_id, body.user_metadata.sub];
      };
      const first = await ids();
      expect(await ids()).toEqual(first);
    }
    const [user] = await test.database.sql`select id from auth.users where email = ${taken}`;
    const { body } = await hidingAccounts.post('/signup', { email: taken, password: 'sunny-porch-41' });
    expect(body.id).not.toBe(user?.id);
  });

  it('by a wrong password or a wrong code', async () => {
    const callRoute = async (email: string) => {
      const wrong = await hidingAccounts.post('/token?grant_type=password', {
        email,
        password: 'not this one',
      });
      const code = await hidingAccounts.post('/verify', { type: 'email', email, token: '000000' });
      return [visibleAnswer(wrong, email), visibleAnswer(code, email)];
    };
    const expected = await callRoute(freshEmail());
    expect(expected).toMatchObject([{ status: 400 }, { status: 403 }]);
    for (const [state, setUp] of Object.entries(mailStates)) {
      const email = freshEmail();
      await setUp(hidingAccounts, email);
      expect(await callRoute(email), state).toEqual(expected);
    }
  });

  it('by the global mail limit, once it is reached', async () => {
    const smtp = '[auth.email.smtp]\nenabled = true\nhost = "127.0.0.1"\nadmin_email = "a@example.com"';
    const limited = await test.start(toml(true, `${smtp}\n[auth.rate_limit]\nemail_sent = 1`));
    const known = freshEmail();
    await mailStates.confirmed?.(limited, known);
    await limited.post('/otp', { email: freshEmail() });
    const callRoute = async (email: string) =>
      visibleAnswer(await limited.post('/recover', { email }), email);
    const expected = await callRoute(freshEmail());
    expect(expected).toMatchObject({ status: 429 });
    expect(await callRoute(known)).toEqual(expected);
  });

  it('by a site with sign-up disabled', async () => {
    const closed = await test.start(toml(true).replace('[auth]', '[auth]\nenable_signup = false'));
    const known = freshEmail();
    await mailStates.confirmed?.(closed, known);
    for (const path of ['/otp', '/magiclink', '/recover']) {
      const callRoute = async (email: string) => visibleAnswer(await closed.post(path, { email }), email);
      expect(await callRoute(known), path).toEqual(await callRoute(freshEmail()));
      closed.advance(61);
    }
  });

  it('but its owner is notified by mail', async () => {
    const email = freshEmail();
    await mailStates.confirmed?.(hidingAccounts, email);
    await hidingAccounts.post('/signup', { email, password: 'sunny-porch-41' });
    expect(hidingAccounts.lastMail(email)).toMatchObject({
      kind: 'account_exists_notification',
      variables: { Email: email, SiteURL: 'http://localhost:3000' },
    });
  });
});
