/** Each route that redirects a browser to a URL from the request. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  connect,
  createTestIdentityProvider,
  postForm,
  type TestIdentityProvider,
} from '../../../tests/harness/auth/test-identity-provider.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import { otherHostKinds, otherHostPaths } from '../../../tests/harness/other-host-paths.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../../tests/harness/start-identity-provider.ts';

const site = 'http://localhost:3000';

const toml = (provider: string) => `
[auth]
site_url = "${site}"
minimum_password_length = 6
[auth.external.company]
enabled = true
client_id = "porchlight"
secret = "a secret of the client"
url = "${provider}"
[auth.saml]
enabled = true
`;

let test: TestDatabase;
let service: TestService;
let idp: IdentityProvider;
let saml: TestIdentityProvider;
let samlId: string;
let ourMetadata: string;

beforeAll(async () => {
  test = await openTestDatabase();
  idp = await startIdentityProvider([`${site}/auth/v1/callback`]);
  // Faults of a provider are logged, and these are expected.
  service = await test.start(toml(idp.issuer), { privateHosts: ['127.0.0.1'], log: () => undefined });
  saml = createTestIdentityProvider();
  samlId = await connect(test, service, saml);
  ourMetadata = (await service.call('GET', '/sso/saml/metadata')).body;
});
afterAll(async () => {
  await test.close();
  await idp.close();
});
afterEach(() => {
  idp.isDenied = false;
  idp.trouble = undefined;
});

function challenge() {
  const code_challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  return { code_challenge, code_challenge_method: 's256' };
}

const locationOf = (answer: { headers: Headers }) => answer.headers.get('location') ?? 'missing:';

async function signUp(redirect_to: string, more = {}) {
  const email = freshEmail();
  const query = new URLSearchParams({ redirect_to });
  const answer = await service.post(`/signup?${query}`, { email, password: 'secret-1', ...more });
  expect(answer.status).toBe(200);
  return service.lastMail(email).variables;
}

/** The link of a mail, with its redirect URL replaced. */
async function followLink(redirect_to: string, more = {}): Promise<string> {
  const link = new URL((await signUp(site, more)).ConfirmationURL ?? '');
  link.searchParams.set('redirect_to', redirect_to);
  return locationOf(await service.call('GET', `/verify${link.search}`));
}

async function startSignIn(redirect_to: string, more = {}): Promise<string> {
  idp.person = { sub: crypto.randomUUID(), email: freshEmail(), email_verified: true };
  const query = new URLSearchParams({ provider: 'company', redirect_to, ...more });
  return locationOf(await service.call('GET', `/authorize?${query}`));
}

async function followCallback(left: string): Promise<string> {
  const { search } = await idp.signIn(left);
  return locationOf(await service.call('GET', `/callback${search}`));
}

async function startSamlSignIn(redirect_to: string, more = {}): Promise<string> {
  const body = { provider_id: samlId, redirect_to, skip_http_redirect: true, ...more };
  return (await service.post('/sso', body)).body.url;
}

async function postSamlResponse(left: string): Promise<string> {
  const { form } = await saml.answer(left, ourMetadata, { nameId: crypto.randomUUID() });
  return (await postForm(service, form)).href;
}

type RedirectRoute = (redirectTo: string) => Promise<string>;

const withSession: Record<string, RedirectRoute> = {
  'a link in a mail': followLink,
  'a provider': async (to) => followCallback(await startSignIn(to)),
  'a provider, with the stored flow changed': async (to) => {
    const left = await startSignIn(site);
    const state = new URL(left).searchParams.get('state') ?? '';
    await test.database.sql`update auth.flow_state set referrer = ${to} where id = ${state}`;
    return followCallback(left);
  },
  SAML: async (to) => postSamlResponse(await startSamlSignIn(to)),
  'SAML, with the stored state changed': async (to) => {
    const left = await startSamlSignIn(site);
    const state = new URL(left).searchParams.get('RelayState') ?? '';
    await test.database.sql`update auth.saml_relay_states set redirect_to = ${to} where id = ${state}`;
    return postSamlResponse(left);
  },
};

const withCode: Record<string, RedirectRoute> = {
  'a link in a mail, with a code': (to) => followLink(to, challenge()),
  'a provider, with a code': async (to) => followCallback(await startSignIn(to, challenge())),
  'SAML, with a code': async (to) => postSamlResponse(await startSamlSignIn(to, challenge())),
};

const withError: Record<string, RedirectRoute> = {
  'an invalid link': async (redirect_to) => {
    const query = new URLSearchParams({ type: 'signup', token: 'nonsense', redirect_to });
    return locationOf(await service.call('GET', `/verify?${query}`));
  },
  'a provider where the user declines': async (to) => {
    idp.isDenied = true;
    return followCallback(await startSignIn(to));
  },
  'SAML begun by the identity provider': async (to) =>
    (await postForm(service, { SAMLResponse: 'x', RelayState: to })).href,
};

const mails: Record<string, RedirectRoute> = {
  'the variable of a mail': async (to) => (await signUp(to)).RedirectTo ?? 'missing:',
  'a link generated by an admin': async (redirect_to) => {
    const body = { type: 'magiclink', email: freshEmail(), redirect_to };
    const answer = await service.post('/admin/generate_link', body, { token: test.secrets.serviceRoleKey });
    return answer.body.redirect_to;
  },
};

const quick = Object.entries({ ...withError, ...mails });
const long = Object.entries({ ...withSession, ...withCode });
const all = [...quick, ...long];

async function expectSite(follow: RedirectRoute, paths: string[]): Promise<void> {
  for (const path of paths) {
    const { origin, pathname } = new URL(await follow(site + path));
    expect([path, origin, pathname]).toEqual([path, site, '/']);
  }
}

describe('no path that can be read as another host is followed by', () => {
  it.each(quick)('%s', (_name, follow) => expectSite(follow, otherHostPaths));
  it.each(long)('%s', (_name, follow) => expectSite(follow, otherHostKinds));
});

describe('a URL outside of Latin-1 is percent-encoded by', () => {
  it.each(all)('%s', async (_name, follow) => {
    const location = await follow(`${site}/é世界?q=ü#/ß`);
    expect(location).toMatch(/^[!-~]+$/);
    expect(new URL(location).pathname).toBe('/%C3%A9%E4%B8%96%E7%95%8C');
    expect(new URL(location).searchParams.get('q')).toBe('ü');
    expect(new URL(location).hash).toMatch(/^#\/%C3%9F(&|$)/);
  });
});

describe('the route in the fragment of a URL stays, and the client can read the result:', () => {
  it.each(Object.entries(withSession))('the session of %s', async (_name, follow) => {
    const url = new URL(await follow(`${site}/app?a=1#/in?b=2`));
    expect(url.hash).toMatch(/^#\/in\?b=2&access_token=/);
    expect(url.search).toBe('?a=1');
    const { access_token = '', refresh_token = '' } = readAsClient(url);
    const { error } = await service.client().auth.setSession({ access_token, refresh_token });
    expect(error).toBeNull();
  });

  it.each(Object.entries(withCode))('the code of %s', async (_name, follow) => {
    const url = new URL(await follow(`${site}/app?a=1#/in`));
    expect(url.href).toMatch(/\/app\?a=1&code=[0-9a-f-]{36}#\/in$/);
  });

  it.each(Object.entries(withError))('the error of %s', async (_name, follow) => {
    const url = new URL(await follow(`${site}/app#/in`));
    expect(url.hash).toMatch(/^#\/in&error=/);
    expect(readAsClient(url).error_description).toMatch(/\w+/);
  });

  it('but a fragment with one of our own names is dropped', async () => {
    const url = new URL(await followLink(`${site}/#access_token=theirs&refresh_token=theirs`));
    expect(url.hash).not.toContain('theirs');
    expect(new URLSearchParams(url.hash.slice(1)).getAll('access_token')).toHaveLength(1);
  });
});

/** As the official client reads a URL: the fragment as a form, then the query. */
function readAsClient({ hash, searchParams }: URL): Record<string, string> {
  return { ...Object.fromEntries(new URLSearchParams(hash.slice(1))), ...Object.fromEntries(searchParams) };
}

describe('a session in the fragment is not kept', () => {
  it('to a provider', async () => {
    expect(await startSignIn(site)).toMatch(/^[^#]+#$/);
  });

  it('to an identity provider', async () => {
    expect(locationOf(await service.post('/sso', { provider_id: samlId }))).toMatch(/^[^#]+#$/);
  });
});

it('a provider that cannot be reached leads back to an allowed URL only', async () => {
  const options = { privateHosts: ['127.0.0.1'], log: () => undefined };
  const down = await test.start(toml('http://127.0.0.1:9'), options);
  for (const path of [...otherHostPaths, '/é世界#/in']) {
    const query = new URLSearchParams({ provider: 'company', redirect_to: site + path });
    const url = new URL(locationOf(await down.call('GET', `/authorize?${query}`)));
    const expected = path.startsWith('/é') ? '/%C3%A9%E4%B8%96%E7%95%8C' : '/';
    expect([url.origin, url.pathname, url.searchParams.has('error_code')]).toEqual([site, expected, true]);
  }
});
