import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutLimits } from '../../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../../tests/harness/fresh-contact.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../../../tests/harness/start-identity-provider.ts';
import { createOutgoingFetch, type OutgoingFetch } from '../../../http/outgoing-fetch.ts';

let test: TestDatabase;
let service: TestService;
let idp: IdentityProvider;

const fetchPrivate = createOutgoingFetch({ privateHosts: ['127.0.0.1'] });
/** The provider's URL. Custom providers need HTTPS, which a proxy in front of the test server adds. */
const host = 'https://id.company.example';

const throughProxy: OutgoingFetch = (address, request) =>
  fetchPrivate(String(address).replace(host, idp.address), {
    ...request,
    headers: { ...request?.headers, ...idp.forwarded },
  });

/** A provider that speaks OAuth without OpenID Connect, with claim names of its own. */
const profiles: OutgoingFetch = async (address, request = {}) => {
  const url = new URL(address);
  if (url.hostname !== 'oauth.example') return throughProxy(address, request);
  const body = url.pathname === '/token' ? { access_token: 'given', token_type: 'bearer' } : profile;
  return { status: 200, headers: new Headers(), text: JSON.stringify(body) };
};
let profile: Record<string, unknown> = {};

beforeAll(async () => {
  test = await openTestDatabase();
  idp = await startIdentityProvider(['http://localhost:3000/auth/v1/callback'], host);
  service = await test.start('', {
    log: () => undefined,
    ports: { ...withoutLimits.ports, outgoing: profiles },
  });
});
afterAll(async () => {
  await test.close();
  await idp.close();
});

const providers = () => service.client({ key: test.secrets.serviceRoleKey }).auth.admin.customProviders;

const oauth = (identifier: string, more = {}) => ({
  provider_type: 'oauth2' as const,
  identifier,
  name: 'Company',
  client_id: 'porchlight',
  client_secret: 'a secret of the client',
  authorization_url: 'https://oauth.example/authorize',
  token_url: 'https://oauth.example/token',
  userinfo_url: 'https://oauth.example/me',
  ...more,
});

let count = 0;
const fresh = () => {
  count += 1;
  return `custom:provider-${count}`;
};

describe('custom providers', () => {
  it.each([
    ['token_url', 'https://127.0.0.1/token'],
    ['token_url', 'https://localhost/token'],
    ['userinfo_url', 'https://10.1.2.3/me'],
    ['userinfo_url', 'https://[::1]/me'],
    ['authorization_url', 'https://192.168.0.1/authorize'],
    ['jwks_uri', 'https://169.254.169.254/latest/meta-data'],
    ['jwks_uri', 'https://0x7f000001/keys'],
  ])('cannot be created with a private address, nor moved to one (%s %s)', async (name, address) => {
    const identifier = fresh();
    const made = await providers().createProvider(oauth(identifier, { [name]: address }));
    expect([made.error?.status, made.error?.code]).toEqual([400, 'validation_failed']);
    expect(made.error?.message).toContain(`${name} leads to a private address`);
    await providers().createProvider(oauth(identifier));
    const moved = await providers().updateProvider(identifier, { [name]: address });
    expect(moved.error?.message).toContain('PRIVATE_HOSTS');
    expect((await providers().getProvider(identifier)).data).toMatchObject({ identifier });
    const allowed = await test.start('', { privateHosts: [new URL(address).hostname] });
    const answer = await allowed.call('POST', '/admin/custom-providers', {
      token: test.secrets.serviceRoleKey,
      body: oauth(fresh(), { [name]: address }),
    });
    expect(answer.status).toBe(201);
  });

  it('are created, listed, read, updated and deleted through the client', async () => {
    const identifier = fresh();
    const made = await providers().createProvider(oauth(identifier, { scopes: ['profile'] }));
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({
      identifier,
      provider_type: 'oauth2',
      scopes: ['profile'],
      pkce_enabled: true,
      enabled: true,
      email_optional: false,
      acceptable_client_ids: [],
      attribute_mapping: {},
    });
    expect(JSON.stringify(made.data)).not.toContain('a secret of the client');
    const listed = await providers().listProviders({ type: 'oauth2' });
    expect(listed.data.providers.map((provider) => provider.identifier)).toContain(identifier);
    expect((await providers().listProviders({ type: 'oidc' })).data.providers).toEqual([]);
    const changed = await providers().updateProvider(identifier, { name: 'Other', enabled: false });
    expect(changed.data).toMatchObject({ name: 'Other', enabled: false, client_id: 'porchlight' });
    const { updated_at: _changedAt, ...read } = (await providers().getProvider(identifier)).data ?? {};
    expect(changed.data).toMatchObject(read);
    const off = await service.call('GET', `/authorize?provider=${identifier}`);
    expect(off.body.msg).toBe('Unsupported provider: provider is not enabled');
    expect((await providers().deleteProvider(identifier)).error).toBeNull();
    expect((await providers().getProvider(identifier)).error).toMatchObject({
      status: 404,
      code: 'custom_provider_not_found',
    });
  });

  it('are for admins only', async () => {
    const client = service.client().auth.admin.customProviders;
    expect((await client.listProviders()).error?.status).toBe(403);
    expect((await client.createProvider(oauth(fresh()))).error?.status).toBe(403);
    expect((await service.call('GET', '/admin/custom-providers')).status).toBe(401);
  });

  it.each<[string, object]>([
    ['no type', { provider_type: '' }],
    ['another type', { provider_type: 'saml' }],
    ['an identifier without its prefix', { identifier: 'company' }],
    ['an identifier in upper case', { identifier: 'custom:Company' }],
    ['a long identifier', { identifier: `custom:${'a'.repeat(60)}` }],
    ['no name', { name: '' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['no client', { client_id: '' }],
    ['no secret', { client_secret: '' }],
    ['no URL', { token_url: '' }],
    ['a URL without HTTPS', { token_url: 'http://oauth.example/token' }],
    ['a URL with a password', { userinfo_url: 'https://a:b@oauth.example/' }],
    ['a malformed URL', { authorization_url: 'https://' }],
    ['a script as URL', { authorization_url: 'javascript:alert(1)' }],
    ['a reserved parameter', { authorization_params: { redirect_uri: 'https://evil.example' } }],
    ['a reserved parameter in upper case', { authorization_params: { STATE: 'x' } }],
    ['a parameter that is not a string', { authorization_params: { a: 1 } }],
    ['a security claim', { attribute_mapping: { email_verified: true } }],
    ['a protected claim', { attribute_mapping: { role: 'role' } }],
    ['an empty claim', { custom_claims_allowlist: [' '] }],
    ['scopes that are not a list', { scopes: 'openid' }],
    ['nothing at all', Object.fromEntries(Object.keys(oauth('x')).map((name) => [name, null]))],
  ])('are refused with %s', async (_name, more) => {
    const { status, body } = await service.post(
      '/admin/custom-providers',
      { ...oauth(fresh()), ...more },
      { token: test.secrets.serviceRoleKey },
    );
    expect(status).toBe(400);
    expect(['validation_failed', 'bad_json']).toContain(body.error_code);
  });

  it('have a unique identifier', async () => {
    const identifier = fresh();
    await providers().createProvider(oauth(identifier));
    const { error } = await providers().createProvider(oauth(identifier));
    expect([error?.status, error?.code]).toEqual([400, 'conflict']);
  });
});

describe('signing in with a custom provider', () => {
  const oidc = (identifier: string, more = {}) => ({
    provider_type: 'oidc' as const,
    identifier,
    name: 'Company',
    client_id: idp.clientId,
    client_secret: idp.secret,
    issuer: host,
    scopes: ['email', 'profile'],
    ...more,
  });

  it('works by discovery', async () => {
    const identifier = fresh();
    const made = await providers().createProvider(
      oidc(identifier, { custom_claims_allowlist: ['auth_time'] }),
    );
    expect(made.data).toMatchObject({
      scopes: ['openid', 'email', 'profile'],
      discovery_document: { issuer: host, token_endpoint: `${host}/token` },
    });
    idp.person = { sub: crypto.randomUUID(), email: freshEmail(), email_verified: true, name: 'Jo' };
    const left = await service.call('GET', `/authorize?provider=${identifier}`);
    const back = await idp.signIn(left.headers.get('location') ?? 'missing:');
    const { headers } = await service.call('GET', `/callback${back.search}`);
    expect(headers.get('location')).toContain('access_token=');
    const [identity] = await test.database.sql`
      select provider, identity_data as data from auth.identities where provider_id = ${idp.person.sub}`;
    expect(identity).toMatchObject({ provider: identifier, data: { iss: host, email: idp.person.email } });
  });

  it('is refused at once when the discovery document names another issuer', async () => {
    const { error } = await providers().createProvider(
      oidc(fresh(), {
        issuer: 'https://accounts.google.com',
        discovery_url: `${host}/.well-known/openid-configuration`,
      }),
    );
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed']);
    expect(error?.message).toContain('issuer');
  });

  it('is refused at once when the provider is in the private network', async () => {
    const strict = await test.start('', { log: () => undefined });
    const answer = await strict.post(
      '/admin/custom-providers',
      oidc(fresh(), { issuer: 'https://127.0.0.1' }),
      { token: test.secrets.serviceRoleKey },
    );
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
  });

  it('works with OAuth alone, and maps the claims as configured', async () => {
    const identifier = fresh();
    const email = freshEmail();
    profile = { user_id: 77, mail: email, email_verified: true, handle: 'jo', team: 'garden', secret: 'no' };
    await providers().createProvider(
      oauth(identifier, {
        attribute_mapping: { sub: 'user_id', email: 'mail', preferred_username: 'handle' },
        custom_claims_allowlist: ['team', 'missing'],
        authorization_params: { audience: 'site' },
      }),
    );
    const left = await service.call('GET', `/authorize?provider=${identifier}`);
    const leaving = new URL(left.headers.get('location') ?? '');
    expect(leaving.searchParams.get('audience')).toBe('site');
    expect(leaving.searchParams.get('code_challenge_method')).toBe('S256');
    const back = await service.call('GET', `/callback?code=a&state=${leaving.searchParams.get('state')}`);
    expect(back.headers.get('location')).toContain('access_token=');
    const [identity] = await test.database.sql`
      select provider, provider_id, identity_data as data from auth.identities where email = ${email}`;
    expect(identity).toMatchObject({
      provider: identifier,
      provider_id: '77',
      data: { preferred_username: 'jo', custom_claims: { team: 'garden' } },
    });
    expect(JSON.stringify(identity)).not.toContain('secret');
  });
});
