import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../../database/log.ts';
import { withoutLimits } from '../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
  type Trouble,
} from '../../../tests/harness/start-identity-provider.ts';
import { createOutgoingFetch } from '../../http/outgoing-fetch.ts';

let test: TestDatabase;
let idp: IdentityProvider;
const noted: Parameters<Log>[0][] = [];

beforeAll(async () => {
  test = await openTestDatabase();
  idp = await startIdentityProvider(['http://localhost:3000/auth/v1/callback']);
});
afterAll(async () => {
  await test.close();
  await idp.close();
});
afterEach(() => {
  idp.trouble = undefined;
  noted.length = 0;
});

const toml = () => `
[auth]
site_url = "http://localhost:3000"
[auth.external.company]
enabled = true
client_id = "porchlight"
secret = "a secret of the client"
url = "${idp.issuer}"
`;

const fetchPrivate = createOutgoingFetch({ privateHosts: ['127.0.0.1'] });

/** A service that has not contacted the provider yet, and has a short time limit for it. */
const start = () =>
  test.start(toml(), {
    log: (entry) => void noted.push(entry),
    ports: {
      ...withoutLimits.ports,
      outgoing: (address, request) => fetchPrivate(address, { ...request, timeLimitMs: 400 }),
    },
  });

async function startSignIn(service: TestService): Promise<URL> {
  const { headers } = await service.call('GET', '/authorize?provider=company');
  return new URL(headers.get('location') ?? 'missing:');
}

async function signIn(service: TestService, before = () => {}): Promise<URL> {
  const back = await idp.signIn((await startSignIn(service)).href);
  before();
  const { headers } = await service.call('GET', `/callback${back.search}`);
  return new URL(headers.get('location') ?? 'missing:');
}

function setUpUser() {
  idp.person = { sub: crypto.randomUUID(), email: freshEmail(), email_verified: true };
  return idp.person;
}

async function traces({ sub, email = '' }: { sub: string; email?: string }) {
  const [row] = await test.database.sql`
    select (select count(*)::int from auth.identities where provider_id = ${sub}) as identities,
      (select count(*)::int from auth.users where email = ${email}) as users`;
  return row;
}

const at =
  (path: string, answer: (response: Parameters<Trouble>[1]) => void): Trouble =>
  (request, response) => {
    if (!request.url?.startsWith(path)) return false;
    answer(response);
    return true;
  };

const json = (status: number, body: unknown) => (response: Parameters<Trouble>[1]) => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

const token = { access_token: 'a', token_type: 'Bearer', expires_in: 60 };

describe('a failing provider signs no user in, and the fault is reported to the user and logged', () => {
  it.each<[string, Trouble, RegExp]>([
    ['refuses the code', at('/token', json(400, { error: 'invalid_grant' })), /invalid_grant/],
    ['is down', at('/token', (response) => void response.destroy()), /could not be asked/],
    ['is overloaded', at('/token', json(503, {})), /status 503/],
    ['never answers', at('/token', () => undefined), /took too long/],
    ['answers with invalid JSON', at('/token', (response) => void response.end('<html>')), /no JSON/],
    ['answers with a list', at('/token', json(200, [])), /no access token/],
    ['answers with a fault and status 200', at('/token', json(200, { error: 'bad' })), /refused the code/],
    ['gives no access token', at('/token', json(200, { id_token: 'a.b.c' })), /no access token/],
    ['gives no ID token', at('/token', json(200, token)), /no ID token/],
    ['gives a malformed ID token', at('/token', json(200, { ...token, id_token: 'abc' })), /not a token/],
    [
      'gives an ID token without a signature',
      at('/token', json(200, { ...token, id_token: unsigned() })),
      /issuer|alg|signature/i,
    ],
    [
      'redirects us',
      at('/token', (response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()),
      /redirect/,
    ],
    [
      'answers with too many bytes',
      at('/token', (response) => void response.end(JSON.stringify({ a: 'x'.repeat(2_000_000) }))),
      /more than/,
    ],
    ['hides its keys', at('/jwks', json(404, {})), /status 404/],
    ['has malformed keys', at('/jwks', json(200, { keys: 'none' })), /is not valid/],
    ['has other keys', at('/jwks', json(200, { keys: [] })), /no applicable key/],
    ['does not return the user', at('/me', json(500, {})), /status 500/],
    [
      'answers about another user',
      at('/me', json(200, { sub: 'other', email: 'victim@example.com' })),
      /email/,
    ],
    [
      'sends too much profile data',
      at('/me', (response) =>
        json(200, { sub: idp.person.sub, email: idp.person.email, name: 'x'.repeat(20_000) })(response),
      ),
      /more than/,
    ],
  ])('when it %s', async (_name, trouble, reason) => {
    const service = await start();
    const person = setUpUser();
    const url = await signIn(service, () => {
      idp.trouble = trouble;
    });
    expect(url.origin).toBe('http://localhost:3000');
    expect(url.searchParams.get('error')).toMatch(/^(temporarily_unavailable|server_error)$/);
    expect(url.searchParams.get('error_description')).toMatch(/company/);
    expect(url.hash).toContain('error_code=');
    expect(url.href).not.toContain('access_token');
    expect(await traces(person)).toEqual({ identities: 0, users: 0 });
    expect(noted.filter(({ level }) => level !== 'info')).toMatchObject([
      { level: 'warn', provider: 'company', reason: expect.stringMatching(reason) },
    ]);
    // Other sign-in methods work, and so does this one when the fault is over.
    idp.trouble = undefined;
    service.advance(11);
    expect((await signIn(service)).hash).toContain('access_token=');
  });

  it.each<[string, Trouble, RegExp]>([
    ['is down', at('/.well-known', (response) => void response.destroy()), /could not be asked/],
    ['never answers', at('/.well-known', () => undefined), /took too long/],
    ['answers with invalid JSON', at('/.well-known', (response) => void response.end('hello')), /JSON/],
    ['lacks required members', at('/.well-known', json(200, { issuer: 'x' })), /authorization_endpoint/],
    [
      'names another issuer',
      at('/.well-known', json(200, discovery('https://accounts.google.com'))),
      /says that its issuer is/,
    ],
    [
      'contains a script URL',
      at('/.well-known', json(200, { ...discovery('x'), authorization_endpoint: 'javascript:alert(1)' })),
      /authorization_endpoint/,
    ],
  ])('before the redirect, when its discovery document %s', async (_name, trouble, reason) => {
    const service = await start();
    idp.trouble = trouble;
    const url = await startSignIn(service);
    expect(url.origin).toBe('http://localhost:3000');
    expect(url.searchParams.get('error')).toBe('temporarily_unavailable');
    expect(noted).toMatchObject([{ level: 'warn', reason: expect.stringMatching(reason) }]);
    idp.trouble = undefined;
    expect((await startSignIn(service)).origin).toBe(idp.issuer);
  });

  it('uses the cached documents of a provider that is down', async () => {
    const service = await start();
    setUpUser();
    expect((await signIn(service)).hash).toContain('access_token=');
    service.advance(4000);
    const documents = ['/.well-known', '/jwks'];
    idp.trouble = (request, response) => {
      if (!documents.some((path) => request.url?.startsWith(path))) return false;
      response.destroy();
      return true;
    };
    expect((await startSignIn(service)).origin).toBe(idp.issuer);
    expect(noted).toMatchObject([{ level: 'warn', message: expect.stringContaining('cached document') }]);
  });

  it('is not contacted at a private address that the owner did not allow', async () => {
    const service = await test.start(toml(), { log: (entry) => void noted.push(entry) });
    const asked = idp.requests.length;
    const url = await startSignIn(service);
    expect(url.searchParams.get('error')).toBe('temporarily_unavailable');
    expect(idp.requests).toHaveLength(asked);
    expect(noted).toMatchObject([{ reason: expect.stringContaining('PRIVATE_HOSTS') }]);
  });
});

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: 'https://evil.example/auth',
    token_endpoint: 'https://evil.example/token',
    jwks_uri: 'https://evil.example/jwks',
  };
}

function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'none' })}.${part({ sub: 'a', aud: 'porchlight', iat: now, exp: now + 60 })}.`;
}
