import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connect,
  createSigningKey,
  createTestIdentityProvider,
  fragmentOf,
  postForm,
  type SamlForm,
  type TestIdentityProvider,
} from '../../../tests/harness/auth/test-identity-provider.ts';
import {
  type ResponseOptions,
  signXml,
  toForm,
  writeAssertion,
} from '../../../tests/harness/auth/test-response.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

const toml = `
[auth]
site_url = "http://localhost:3000"
additional_redirect_urls = ["https://app.example.com/**"]
[auth.saml]
enabled = true
`;

let test: TestDatabase;
let service: TestService;
let idp: TestIdentityProvider;
let provider: string;
let ourMetadata: string;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(toml);
  idp = createTestIdentityProvider(createSigningKey());
  provider = await connect(test, service, idp, { domains: ['Example.com'] });
  ourMetadata = (await service.call('GET', '/sso/saml/metadata')).body;
});
afterAll(() => test.close());

/** The form that the identity provider answers a request with. */
async function answerOf(url: string, options: ResponseOptions = {}): Promise<SamlForm> {
  return (await idp.answer(url, ourMetadata, options)).form;
}

async function begin(more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await service.post('/sso', { provider_id: provider, skip_http_redirect: true, ...more });
  return body.url;
}

async function signIn(options: ResponseOptions = {}, more: Record<string, unknown> = {}): Promise<URL> {
  return postForm(service, await answerOf(await begin(more), options));
}

async function userOf(address: URL) {
  const answer = await service.call('GET', '/user', { token: fragmentOf(address).access_token ?? '' });
  expect(answer.status).toBe(200);
  return answer.body;
}

const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('signing in with SAML', () => {
  it('is begun by the official client, by domain or provider, and ends in a session', async () => {
    const client = service.client();
    for (const who of [{ domain: 'EXAMPLE.com' }, { providerId: provider }]) {
      const { data, error } = await client.auth.signInWithSSO(who);
      expect(error).toBeNull();
      const address = await postForm(service, await answerOf(data?.url ?? ''));
      expect(`${address.origin}${address.pathname}`).toBe('http://localhost:3000/');
      const { access_token = '', refresh_token = '', sb } = fragmentOf(address);
      expect(sb).toBe('');
      const session = await client.auth.setSession({ access_token, refresh_token });
      expect(session.data.user?.email).toBe('ada@example.com');
      expect((await client.auth.refreshSession()).error).toBeNull();
    }
  });

  it("creates a confirmed account that belongs to its provider, with the provider's claims", async () => {
    const address = await signIn({ nameId: 'grace', attributes: { mail: 'Grace@Example.com' } });
    const user = await userOf(address);
    expect(user).toMatchObject({
      email: 'grace@example.com',
      app_metadata: { provider: `sso:${provider}`, providers: [`sso:${provider}`] },
      user_metadata: { email: 'grace@example.com', email_verified: true, iss: idp.entityId, sub: 'grace' },
      identities: [{ provider: `sso:${provider}`, id: 'grace', email: 'grace@example.com' }],
    });
    expect(user.email_confirmed_at).toEqual(expect.any(String));
    const claims = claimsOf(fragmentOf(address).access_token);
    expect(claims.amr).toEqual([{ method: 'sso/saml', timestamp: expect.any(Number), provider }]);
    expect((await userOf(await signIn({ nameId: 'grace' }))).id).toBe(user.id);
    const renamed = await userOf(
      await signIn({ nameId: 'grace-2', attributes: { mail: 'grace@example.com' } }),
    );
    expect(renamed.id).toBe(user.id);
  });

  it('never leads to an account that was created in another way, nor to one of another provider', async () => {
    const email = freshEmail('both');
    const options = { token: test.secrets.serviceRoleKey };
    const other = await service.post(
      '/admin/users',
      { email, password: 'secret-1', email_confirm: true },
      options,
    );
    const user = await userOf(await signIn({ nameId: email, attributes: { email } }));
    expect(user.email).toBe(email);
    expect(user.id).not.toBe(other.body.id);
    const second = createTestIdentityProvider(idp.key);
    const secondId = await connect(test, service, second);
    const { body } = await service.post('/sso', { provider_id: secondId, skip_http_redirect: true });
    const { form } = await second.answer(body.url, ourMetadata, { nameId: email, attributes: { email } });
    const third = await userOf(await postForm(service, form));
    expect([third.email, third.id === user.id || third.id === other.body.id]).toEqual([email, false]);
    const changed = await service.call('PUT', '/user', {
      token: fragmentOf(await signIn({ nameId: email, attributes: { email } })).access_token ?? '',
      body: { password: 'something-else' },
    });
    expect([changed.status, changed.body.error_code]).toEqual([422, 'user_sso_managed']);
  });

  it('ends the session when the identity provider says so', async () => {
    const brief = await test.start(toml);
    const sessionEnd = new Date(Date.now() + 600_000);
    const { body } = await brief.post('/sso', { provider_id: provider, skip_http_redirect: true });
    const address = await postForm(brief, await answerOf(body.url, { nameId: 'brief', sessionEnd }));
    const renew = (token = '') => brief.post('/token?grant_type=refresh_token', { refresh_token: token });
    const first = await renew(fragmentOf(address).refresh_token);
    expect(first.status).toBe(200);
    brief.advance(601);
    expect((await renew(first.body.refresh_token)).body.error_code).toBe('session_expired');
  });

  it('redirects at once unless the client asks for the URL', async () => {
    const answer = await service.post('/sso', { domain: 'example.com' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(`${idp.entityId}/sign-in?SAMLRequest=`);
  });

  it.each([
    ['an empty body', {}, 400, 'validation_failed'],
    ['both', { provider_id: crypto.randomUUID(), domain: 'example.com' }, 400, 'validation_failed'],
    ['an unknown domain', { domain: 'elsewhere.example' }, 404, 'sso_provider_not_found'],
    ['an unknown provider', { provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found'],
    ['no provider at all', { provider_id: 'x' }, 400, 'validation_failed'],
    ['half a challenge', { domain: 'example.com', code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
  ])('is refused for %s', async (_who, body, status, code) => {
    const answer = await service.post('/sso', body);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  it('follows only allowed URLs', async () => {
    const allowed = await signIn({}, { redirect_to: 'https://app.example.com/in?a=1' });
    expect(allowed.href).toMatch(/^https:\/\/app\.example\.com\/in\?a=1#access_token=/);
    for (const redirect_to of [
      'https://evil.example/',
      'https://app.example.com@evil.example/',
      '//evil.example',
    ])
      expect((await signIn({}, { redirect_to })).host).toBe('localhost:3000');
  });
});

describe('the PKCE flow with SAML', () => {
  it('ends with a code, which gives a session that ends when the provider says so', async () => {
    const own = await test.start(toml);
    const client = own.client({ flowType: 'pkce' });
    const { data } = await client.auth.signInWithSSO({ providerId: provider });
    const sessionEnd = new Date(Date.now() + 900_000);
    // The user takes a long time at the identity provider.
    own.advance(400);
    const form = await answerOf(data?.url ?? '', { nameId: 'pkce', sessionEnd, now: own.now() });
    const address = await postForm(own, form);
    expect(address.hash).toBe('');
    const code = address.searchParams.get('code') ?? '';
    const wrong = await own.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(43),
    });
    expect(wrong.body.error_code).toBe('bad_code_verifier');
    const { data: signedIn, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(claimsOf(signedIn.session?.access_token).amr).toMatchObject([{ method: 'sso/saml', provider }]);
    own.advance(501);
    expect((await client.auth.refreshSession()).error?.code).toBe('session_expired');
  });
});

describe('a sign-in that the identity provider begins', () => {
  it('is redirected to the URL in RelayState, if that is allowed', async () => {
    const base = 'http://localhost:3000/auth/v1/sso/saml';
    const form = (relayState: string) => {
      const facts = { entityId: idp.entityId, acsUrl: `${base}/acs`, audience: `${base}/metadata` };
      const { response } = writeAssertion({ ...facts, inResponseTo: undefined });
      return toForm(signXml(response, idp.key), relayState);
    };
    const wanted = 'https://app.example.com/start';
    expect((await postForm(service, form(wanted))).href).toContain(`${wanted}#access_token=`);
    for (const relay of ['', 'https://evil.example/', '/path'])
      expect((await postForm(service, form(relay))).host).toBe('localhost:3000');
  });
});
