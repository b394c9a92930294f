import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../../database/log.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../../tests/harness/start-identity-provider.ts';

let test: TestDatabase;
let idp: IdentityProvider;
let service: TestService;
const noted: Parameters<Log>[0][] = [];

const callbackUri = 'http://localhost:3000/auth/v1/callback';

const toml = (url: string) => `
[auth]
site_url = "http://localhost:3000"
additional_redirect_urls = ["https://app.example.com/**"]
[auth.external.company]
enabled = true
client_id = "porchlight"
secret = "a secret of the client"
url = "${url}"
[auth.external.github]
enabled = true
client_id = "id"
[auth.external.twitter]
enabled = true
client_id = "id"
secret = "secret"
`;

beforeAll(async () => {
  test = await openTestDatabase();
  idp = await startIdentityProvider([callbackUri]);
  service = await start();
});
afterAll(async () => {
  await test.close();
  await idp.close();
});
afterEach(() => {
  idp.isDenied = false;
  idp.trouble = undefined;
});

/** A service that has not contacted the provider yet. */
const start = () =>
  test.start(toml(idp.issuer), {
    privateHosts: ['127.0.0.1'],
    confirmPath: '/confirm',
    log: (entry) => void noted.push(entry),
  });

function setUpUser(more = {}) {
  idp.person = { sub: crypto.randomUUID(), email: freshEmail(), email_verified: true, name: 'Jo', ...more };
  return idp.person;
}

function challenge() {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, members: { code_challenge, code_challenge_method: 's256' } };
}

/** Begins a sign-in, and returns the URL that the provider is asked to redirect to. */
async function startSignIn(members: Record<string, string> = {}, at = service): Promise<URL> {
  const query = new URLSearchParams({ provider: 'company', ...members });
  const answer = await at.call('GET', `/authorize?${query}`);
  return new URL(answer.headers.get('location') ?? `missing:${answer.status}`);
}

async function followCallback(search: string, at = service): Promise<URL> {
  const answer = await at.call('GET', `/callback${search}`);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? 'missing:');
}

async function signIn(members: Record<string, string> = {}, at = service): Promise<URL> {
  const back = await idp.signIn((await startSignIn(members, at)).href);
  expect(back.href.startsWith(callbackUri)).toBe(true);
  return followCallback(back.search, at);
}

const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1));

/** No user is signed in, and the error is where pages of both flows read it. */
function expectRefusal(url: URL, wanted: { code: string; error?: string; to?: string }) {
  expect(url.origin + url.pathname).toBe(wanted.to ?? 'http://localhost:3000/confirm');
  for (const members of [url.searchParams, fragment(url)]) {
    expect(members.get('error_code')).toBe(wanted.code);
    expect(members.get('error_description')).toMatch(/^[A-Z].{10,}/);
    if (wanted.error !== undefined) expect(members.get('error')).toBe(wanted.error);
    expect(members.has('access_token')).toBe(false);
    expect(members.has('code')).toBe(false);
  }
  expect(fragment(url).get('sb')).toBe('');
}

async function userOf(sub: string) {
  const [row] = await test.database.sql`
    select u.* from auth.users u join auth.identities i on i.user_id = u.id where i.provider_id = ${sub}`;
  return row;
}

describe('signing in with a provider', () => {
  it('A34: redirects to the provider with a state, our own URL and nothing that a client could change', async () => {
    const url = await startSignIn({
      scopes: 'calendar,tasks',
      prompt: 'select_account',
      login_hint: 'me@example.com',
      redirect_uri: 'https://evil.example',
      Redirect_Uri: 'https://evil.example',
      client_id: 'evil',
      client_secret: 'evil',
      response_type: 'token',
      state: 'evil',
      request: 'evil',
      request_uri: 'https://evil.example',
      code_verifier: 'evil',
      ...challenge().members,
    });
    expect(url.origin).toBe(idp.issuer);
    expect(url.href).not.toContain('evil');
    expect(url.searchParams.get('state')).toMatch(/^[0-9a-f]{8}-/);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'porchlight',
      redirect_uri: callbackUri,
      response_type: 'code',
      scope: 'openid email profile calendar tasks',
      prompt: 'select_account',
      login_hint: 'me@example.com',
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('code_challenge')).not.toBe('');
    expect(url.searchParams.has('redirect_to')).toBe(false);
  });

  it('is not blocked by an unverified account that a stranger created for another audience', async () => {
    const person = setUpUser();
    const stranger = { email: person.email, password: 'of-a-stranger' };
    await service.post('/signup', stranger, { headers: { 'X-JWT-AUD': 'other' } });
    expect(fragment(await signIn()).get('access_token')).toBeTruthy();
    expect(await userOf(person.sub)).toMatchObject({ email: person.email, aud: 'authenticated' });
  });

  it('accepts the token of an invitation that was sent, and no other', async () => {
    const email = freshEmail();
    await service.post('/invite', { email }, { token: test.secrets.serviceRoleKey });
    const { TokenHash } = service.lastMail(email).variables;
    expect((await startSignIn({ invite_token: String(TokenHash) })).origin).toBe(idp.issuer);
    const answer = await service.call('GET', '/authorize?provider=company&invite_token=unknown');
    expect(answer).toMatchObject({
      status: 404,
      body: { error_code: 'user_not_found', msg: 'User identified by token not found' },
    });
  });

  it("ends in a fragment with the session and the provider's tokens", async () => {
    const person = setUpUser();
    const url = await signIn({ redirect_to: 'https://app.example.com/welcome?a=1' });
    expect(url.href.split('#')[0]).toBe('https://app.example.com/welcome?a=1');
    const members = fragment(url);
    expect([...members.keys()].sort()).toEqual(
      [
        'access_token',
        'expires_at',
        'expires_in',
        'provider_refresh_token',
        'provider_token',
        'refresh_token',
        'sb',
        'token_type',
      ].filter((name) => name !== 'provider_refresh_token' || members.has(name)),
    );
    const { body } = await service.call('GET', '/user', { token: members.get('access_token') ?? '' });
    expect(body).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'company', providers: ['company'] },
      user_metadata: { sub: person.sub, email: person.email, email_verified: true, full_name: 'Jo' },
      identities: [{ provider: 'company', id: person.sub, identity_data: { iss: idp.issuer } }],
    });
    const claims = JSON.parse(
      Buffer.from(members.get('access_token')?.split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims.amr[0].method).toBe('oauth');
  });

  it('A32: ends in a code when it began with a challenge, and never in a fragment', async () => {
    const person = setUpUser();
    const { verifier, members } = challenge();
    const url = await signIn(members);
    expect(url.hash).toBe('');
    const auth_code = url.searchParams.get('code');
    const wrong = await service.post('/token?grant_type=pkce', {
      auth_code,
      code_verifier: challenge().verifier,
    });
    expect(wrong.body.error_code).toBe('bad_code_verifier');
    const { status, body } = await service.post('/token?grant_type=pkce', {
      auth_code,
      code_verifier: verifier,
    });
    expect([status, body.user.email]).toEqual([200, person.email]);
    expect(body.provider_token).toMatch(/.{20}/);
  });

  it('A32: of fifty exchanges of one code exactly one gives a session', async () => {
    const { sub } = setUpUser();
    const { verifier, members } = challenge();
    const auth_code = (await signIn(members)).searchParams.get('code');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        service.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const user = await userOf(sub);
    const sessions = await test.database.sql`select id from auth.sessions where user_id = ${user?.id}`;
    expect(sessions).toHaveLength(1);
  });

  it('of fifty callbacks with one state exactly one signs in', async () => {
    const { sub } = setUpUser();
    const back = await idp.signIn((await startSignIn()).href);
    const urls = await Promise.all(Array.from({ length: 50 }, () => followCallback(back.search)));
    expect(urls.filter((url) => fragment(url).has('access_token'))).toHaveLength(1);
    const user = await userOf(sub);
    expect(await test.database.sql`select id from auth.sessions where user_id = ${user?.id}`).toHaveLength(1);
  });

  it('finds the same account again, and updates what the provider says', async () => {
    const person = setUpUser();
    await signIn();
    const before = await userOf(person.sub);
    idp.person = { ...person, name: 'Jo Anne' };
    await signIn();
    const after = await userOf(person.sub);
    expect(after?.id).toBe(before?.id);
    expect(after?.raw_user_meta_data.full_name).toBe('Jo Anne');
  });

  it('creates one account for two first sign-ins at once', async () => {
    const { sub } = setUpUser();
    const backs = await Promise.all(
      [startSignIn(), startSignIn()].map(async (url) => idp.signIn((await url).href)),
    );
    const urls = await Promise.all(backs.map((back) => followCallback(back.search)));
    expect(urls.map((url) => fragment(url).has('access_token'))).toEqual([true, true]);
    expect(await test.database.sql`select id from auth.identities where provider_id = ${sub}`).toHaveLength(
      1,
    );
  });

  it('works through the client, in both flows', async () => {
    for (const flowType of ['pkce', 'implicit'] as const) {
      const person = setUpUser();
      const client = service.client({ flowType });
      const options = {
        skipBrowserRedirect: true,
        redirectTo: 'http://localhost:3000/done',
        scopes: 'email profile',
        queryParams: { prompt: 'login' },
      };
      // The provider is a custom one, which the client's types do not know.
      const provider = 'company' as 'google';
      const { data } = await client.auth.signInWithOAuth({ provider, options });
      const start = new URL(data.url ?? '');
      const left = await service.call('GET', start.pathname.replace('/auth/v1', '') + start.search);
      const back = await idp.signIn(left.headers.get('location') ?? '');
      const url = await followCallback(back.search);
      expect(url.pathname).toBe('/done');
      const code = url.searchParams.get('code');
      const members = fragment(url);
      const session =
        code !== null
          ? await client.auth.exchangeCodeForSession(code)
          : await client.auth.setSession({
              access_token: members.get('access_token') ?? '',
              refresh_token: members.get('refresh_token') ?? '',
            });
      expect([session.error, session.data.user?.email]).toEqual([null, person.email]);
    }
  });

  it('is refused for a new user where sign-ups are off', async () => {
    const closed = await test.start(
      `${toml(idp.issuer).replace('[auth]', '[auth]\nenable_signup = false')}`,
      {
        privateHosts: ['127.0.0.1'],
        confirmPath: '/confirm',
        log: () => undefined,
      },
    );
    const { sub } = setUpUser();
    expectRefusal(await signIn({}, closed), {
      code: 'signup_disabled',
      error: 'access_denied',
      to: 'http://localhost:3000/',
    });
    expect(await userOf(sub)).toBeUndefined();
    await signIn();
    expect(fragment(await signIn({}, closed)).has('access_token')).toBe(true);
  });

  it('is refused for a banned user', async () => {
    const { sub } = setUpUser();
    await signIn();
    await test.database.sql`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${(await userOf(sub))?.id}`;
    expectRefusal(await signIn(), {
      code: 'user_banned',
      error: 'access_denied',
      to: 'http://localhost:3000/',
    });
  });

  it('is refused for a user without an address, unless that is allowed', async () => {
    const { sub } = setUpUser({ email: undefined });
    expectRefusal(await signIn(), { code: 'validation_failed', to: 'http://localhost:3000/' });
    expect(await userOf(sub)).toBeUndefined();
    const lenient = await test.start(
      toml(idp.issuer).replace(`url = "${idp.issuer}"`, `url = "${idp.issuer}"\nemail_optional = true`),
      { privateHosts: ['127.0.0.1'], log: () => undefined },
    );
    for (const _time of [1, 2]) expect(fragment(await signIn({}, lenient)).has('access_token')).toBe(true);
    expect((await userOf(sub))?.email).toBeNull();
  });
});

describe('GET /authorize', () => {
  it.each([
    ['unknown', 'Provider "unknown" could not be found'],
    ['__proto__', 'Provider "__proto__" could not be found'],
    ['custom:unknown', 'Provider "custom:unknown" could not be found'],
    ['', 'Provider "" could not be found'],
    ['google', 'provider is not enabled'],
    // Misconfigured providers are refused: one without a secret, and one that uses an older protocol.
    ['github', 'missing OAuth secret'],
    ['twitter', 'Provider "twitter" could not be found'],
  ])('refuses the provider "%s"', async (provider, reason) => {
    const { status, body } = await service.call('GET', `/authorize?${new URLSearchParams({ provider })}`);
    expect([status, body]).toMatchObject([
      400,
      { error_code: 'validation_failed', msg: `Unsupported provider: ${reason}` },
    ]);
  });

  it('lists the usable providers in /settings', async () => {
    const { body } = await service.call('GET', '/settings');
    expect(body.external).toMatchObject({ company: true, github: true, google: false, twitter: false });
  });

  it('refuses an incomplete challenge, and a plain one', async () => {
    const { members } = challenge();
    for (const wrong of [
      { code_challenge: members.code_challenge },
      { ...members, code_challenge_method: 'plain' },
    ]) {
      const query = new URLSearchParams({ provider: 'company', ...wrong });
      expect((await service.call('GET', `/authorize?${query}`)).status).toBe(400);
    }
  });

  it.each([
    'https://evil.example',
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/',
    '//evil.example',
    'https:evil.example',
    'http://localhost:3000@evil.example',
    'http://2130706433/',
    'https://evil.example\\@app.example.com/',
    'javascript:alert(1)//https://app.example.com/',
    'https://app.example.com%2eevil.example/',
  ])('never redirects to %s afterward', async (redirect_to) => {
    setUpUser();
    const url = await signIn({ redirect_to });
    expect(url.origin).toBe('http://localhost:3000');
  });

  it('is limited by IP address', async () => {
    const limited = await test.start(`${toml(idp.issuer)}\n[auth.rate_limit]\ntoken_refresh = 2`, {
      privateHosts: ['127.0.0.1'],
    });
    limited.address = '203.0.113.98';
    const statuses = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push((await limited.call('GET', '/authorize?provider=company')).status);
    expect(statuses).toEqual([302, 302, 429]);
  });
});

describe('a callback', () => {
  it('without a state is refused', async () => {
    expectRefusal(await followCallback('?code=abc'), {
      code: 'bad_oauth_callback',
      error: 'invalid_request',
    });
    expectRefusal(await followCallback(''), { code: 'bad_oauth_callback' });
  });

  it.each([
    ['not a UUID', 'abc'],
    ['an unknown state', crypto.randomUUID()],
    ['SQL', "'; drop table auth.users; --"],
    ['a character that cannot be stored', `${crypto.randomUUID()}\0`],
  ])('with a state that is not ours is refused: %s', async (_name, state) => {
    const url = await followCallback(`?${new URLSearchParams({ code: 'abc', state })}`);
    expectRefusal(url, { code: 'bad_oauth_state' });
  });

  it('with the state of a flow of another kind is refused', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: 'secret-1', ...challenge().members });
    const [flow] = await test.database.sql`select id from auth.flow_state order by created_at desc limit 1`;
    expectRefusal(await followCallback(`?code=abc&state=${flow?.id}`), { code: 'bad_oauth_state' });
  });

  it('with a used state is refused', async () => {
    setUpUser();
    const back = await idp.signIn((await startSignIn(challenge().members)).href);
    expect((await followCallback(back.search)).searchParams.has('code')).toBe(true);
    expectRefusal(await followCallback(back.search), { code: 'flow_state_already_used' });
  });

  it('with an expired state is refused', async () => {
    const { sub } = setUpUser();
    const old = await start();
    // Its clock is ahead, and so are the rate limit buckets of this address.
    old.address = '203.0.113.99';
    const back = await idp.signIn((await startSignIn({}, old)).href);
    old.advance(301);
    expectRefusal(await followCallback(back.search, old), { code: 'bad_oauth_state' });
    expect(await userOf(sub)).toBeUndefined();
  });

  it('reports a denied consent at the page that the user asked for', async () => {
    setUpUser();
    idp.isDenied = true;
    const url = await signIn({ redirect_to: 'https://app.example.com/in' });
    expectRefusal(url, {
      code: 'bad_oauth_callback',
      error: 'access_denied',
      to: 'https://app.example.com/in',
    });
    expect(url.searchParams.get('error_description')).toBe('You did not agree to sign in with company.');
    expect(noted.at(-1)).toMatchObject({
      level: 'warn',
      reason: expect.stringContaining('The person said no.'),
    });
  });

  it('does not repeat the error text from its URL', async () => {
    const { searchParams } = await startSignIn();
    const state = searchParams.get('state') ?? '';
    const url = await followCallback(
      `?${new URLSearchParams({ state, error: 'weird', error_description: 'Call 555-SCAM' })}`,
    );
    expect(url.href).not.toContain('SCAM');
  });

  it('without a code is refused', async () => {
    const state = (await startSignIn()).searchParams.get('state');
    expectRefusal(await followCallback(`?state=${state}`), {
      code: 'bad_oauth_callback',
      to: 'http://localhost:3000/',
    });
  });

  it('with a code of another provider is refused', async () => {
    setUpUser();
    const back = await idp.signIn((await startSignIn()).href);
    expect(back.searchParams.get('iss')).toBe(idp.issuer);
    back.searchParams.set('iss', 'https://other.example');
    expectRefusal(await followCallback(back.search), {
      code: 'bad_oauth_callback',
      to: 'http://localhost:3000/',
    });
  });

  it('with a code of another sign-in is refused, because of its other challenge', async () => {
    const { sub } = setUpUser();
    const mine = await idp.signIn((await startSignIn()).href);
    const other = await startSignIn();
    mine.searchParams.set('state', other.searchParams.get('state') ?? '');
    expectRefusal(await followCallback(mine.search), {
      code: 'unexpected_failure',
      to: 'http://localhost:3000/',
    });
    expect(await userOf(sub)).toBeUndefined();
  });

  it('does nothing for a HEAD request', async () => {
    setUpUser();
    const back = await idp.signIn((await startSignIn()).href);
    expect((await service.call('HEAD', `/callback${back.search}`)).headers.has('location')).toBe(false);
    expect(fragment(await followCallback(back.search)).has('access_token')).toBe(true);
  });
});
