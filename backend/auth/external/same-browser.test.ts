/** `same_browser_only`: a sign-in at a provider or an organization must end in the browser that began it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshGithubId, githubToml, testGithub } from '../../../tests/harness/auth/test-github.ts';
import {
  connect,
  createTestIdentityProvider,
  fragmentOf,
} from '../../../tests/harness/auth/test-identity-provider.ts';
import {
  type Answer,
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

const toml = (siteUrl: string) => `
[auth]
site_url = "${siteUrl}"
additional_redirect_urls = ["https://app.example.com/**"]
enable_manual_linking = true
${githubToml}
[auth.external.apple]
enabled = true
client_id = "id"
secret = "secret"
[auth.saml]
enabled = true
[porchlight.auth]
same_browser_only = true
`;

let test: TestDatabase;
let service: TestService;
let secure: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  const options = { ports: { outgoing: testGithub }, confirmPath: '/confirm', log: () => undefined };
  service = await test.start(toml('http://localhost:3000'), options);
  secure = await test.start(toml('https://site.example'), options);
});
afterAll(() => test.close());

/** A minimal browser: it stores cookies and sends them back. */
class Browser {
  #cookies = new Map<string, string>();
  lines: string[] = [];

  async call(
    method: string,
    path: string,
    options: Parameters<TestService['call']>[2] = {},
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await service.call(method, path, { ...options, headers: { ...options.headers, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      this.lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  get cookieCount(): number {
    return this.#cookies.size;
  }
}

const stateOf = (answer: Answer) =>
  new URL(answer.body?.url ?? answer.headers.get('location') ?? 'missing:').searchParams.get('state') ?? '';

/** The URL with which GitHub redirects a user back. */
function callbackPath(state: string, email = freshEmail()): string {
  const person = { id: freshGithubId(), emails: [{ email, verified: true, primary: true }] };
  return `/callback?code=${Buffer.from(JSON.stringify(person)).toString('base64url')}&state=${state}`;
}

async function followCallback(browser: Browser, address: string): Promise<URL> {
  return new URL((await browser.call('GET', address)).headers.get('location') ?? 'missing:');
}

function expectRefusal(url: URL): void {
  expect(url.origin + url.pathname).toBe('http://localhost:3000/confirm');
  expect(fragmentOf(url)).toMatchObject({
    error_code: 'bad_oauth_state',
    error_description: expect.stringContaining('begun in another browser'),
  });
  expect([fragmentOf(url).access_token, url.searchParams.get('code')]).toEqual([undefined, null]);
}

const authorizePath = '/authorize?provider=github';

describe('a sign-in with a provider', () => {
  it('is refused in another browser, and can still be finished in its own', async () => {
    const [mine, other] = [new Browser(), new Browser()];
    const back = callbackPath(stateOf(await mine.call('GET', authorizePath)));
    expectRefusal(await followCallback(other, back));
    expect(fragmentOf(await followCallback(mine, back)).access_token).toBeDefined();
    expect(mine.cookieCount).toBe(0);
  });

  it('is refused to a browser with the cookie of another sign-in, or with an invented one', async () => {
    const [mine, other] = [new Browser(), new Browser()];
    const state = stateOf(await mine.call('GET', authorizePath));
    await other.call('GET', authorizePath);
    expectRefusal(await followCallback(other, callbackPath(state)));
    const headers = { cookie: `sb-flow-${state}=invented; sb-flow-${state}=` };
    const answer = await service.call('GET', callbackPath(state), { headers });
    expectRefusal(new URL(answer.headers.get('location') ?? 'missing:'));
  });

  it('works in several tabs at once, in any order', async () => {
    const browser = new Browser();
    const states = [
      stateOf(await browser.call('GET', authorizePath)),
      stateOf(await browser.call('GET', authorizePath)),
    ];
    for (const state of states.reverse()) {
      expect(fragmentOf(await followCallback(browser, callbackPath(state))).access_token).toBeDefined();
    }
  });

  it('needs no cookie with a code challenge: its code is useless without the verifier', async () => {
    const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
    const query = new URLSearchParams({ code_challenge, code_challenge_method: 's256' });
    const state = stateOf(await new Browser().call('GET', `${authorizePath}&${query}`));
    const url = await followCallback(new Browser(), callbackPath(state));
    expect(url.searchParams.get('code')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is not bound to a browser where the setting is off', async () => {
    const plain = await test.start(githubToml, { ports: { outgoing: testGithub } });
    const left = await plain.call('GET', authorizePath);
    expect(left.headers.getSetCookie()).toEqual([]);
    const { headers } = await plain.call('GET', callbackPath(stateOf(left)));
    expect(fragmentOf(new URL(headers.get('location') ?? 'missing:')).access_token).toBeDefined();
  });
});

describe('the cookie', () => {
  it('is HttpOnly, limited to this service, and short-lived', async () => {
    const browser = new Browser();
    const state = stateOf(await browser.call('GET', authorizePath));
    const [line] = browser.lines;
    expect(line).toMatch(/=[\w-]{43}; Path=\/auth\/v1; HttpOnly; Max-Age=900; SameSite=Lax$/);
    expect(line).toMatch(new RegExp(`^sb-flow-${state}=`));
  });

  it('is Secure with HTTPS, and no other host of the domain can set it', async () => {
    const { headers } = await secure.call('GET', authorizePath);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-sb-flow-[0-9a-f-]{36}=[\w-]{43}; Path=\/; HttpOnly; Max-Age=900; SameSite=Lax; Secure$/,
    );
  });

  it('is sent along with a cross-site form post where a provider answers with one', async () => {
    const { headers } = await secure.call('GET', '/authorize?provider=apple');
    expect(headers.get('set-cookie')).toMatch(/^__Host-.*; SameSite=None; Secure$/);
  });
});

async function signedUp(): Promise<string> {
  const email = freshEmail();
  const account = { email, password: 'secret-1', email_confirm: true };
  await service.post('/admin/users', account, { token: test.secrets.serviceRoleKey });
  const { body } = await service.post('/token?grant_type=password', account);
  return body.access_token;
}

describe('linking an account', () => {
  const start = '/user/identities/authorize?provider=github&skip_http_redirect=true';
  const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');

  it.each([
    ['in the implicit flow', ''],
    [
      'with a challenge too, because the link is made before the code is used',
      `&code_challenge=${code_challenge}&code_challenge_method=s256`,
    ],
  ])('is refused in another browser %s', async (_flow, members) => {
    const token = await signedUp();
    const [attacker, victim] = [new Browser(), new Browser()];
    const back = callbackPath(stateOf(await attacker.call('GET', start + members, { token })));
    expectRefusal(await followCallback(victim, back));
    const { body } = await service.call('GET', '/user', { token });
    expect(body.identities.map(({ provider }: { provider: string }) => provider)).toEqual(['email']);
    expect((await followCallback(attacker, back)).href).toMatch(/access_token=|code=/);
  });

  it('gives a page of another site no cookie, but gives one to our own page', async () => {
    const token = await signedUp();
    const ask = async (origin: string) =>
      (await service.call('GET', start, { token, headers: { origin } })).headers.getSetCookie().length;
    expect(await ask('https://evil.example')).toBe(0);
    expect(await ask('http://localhost:3000')).toBe(1);
    expect(await ask('https://app.example.com')).toBe(1);
  });
});

describe('single sign-on', () => {
  const idp = createTestIdentityProvider();

  async function begin(browser: Browser, more = {}) {
    const provider_id = providerId;
    const body = { provider_id, skip_http_redirect: true, ...more };
    const answer = await browser.call('POST', '/sso', { body });
    const metadata = (await service.call('GET', '/sso/saml/metadata')).body;
    return (await idp.answer(answer.body.url, metadata, {})).form;
  }
  async function post(browser: Browser, form: Record<string, string>): Promise<URL> {
    const answer = await browser.call('POST', '/sso/saml/acs', {
      text: new URLSearchParams(form).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    return new URL(answer.headers.get('location') ?? 'missing:');
  }
  let providerId: string;
  beforeAll(async () => {
    providerId = await connect(test, service, idp, { domains: ['example.com'] });
  });

  it('is refused in another browser, and can still be finished in its own', async () => {
    const [mine, other] = [new Browser(), new Browser()];
    const { SAMLResponse, RelayState } = await begin(mine);
    expect(mine.lines[0]).toMatch(/; SameSite=None; Secure$/);
    expectRefusal(await post(other, { SAMLResponse, RelayState }));
    expect(fragmentOf(await post(mine, { SAMLResponse, RelayState })).access_token).toBeDefined();
  });

  it('needs no cookie with a code challenge', async () => {
    const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
    const { SAMLResponse, RelayState } = await begin(new Browser(), {
      code_challenge,
      code_challenge_method: 's256',
    });
    expect((await post(new Browser(), { SAMLResponse, RelayState })).searchParams.get('code')).not.toBeNull();
  });

  it('returns the URL to a page of another site, without a cookie', async () => {
    const body = { provider_id: providerId, skip_http_redirect: true };
    const answer = await service.post('/sso', body, { headers: { origin: 'https://evil.example' } });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  });
});
