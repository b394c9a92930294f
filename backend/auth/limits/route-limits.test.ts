import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import { authRoutes } from '../routes.ts';

const everything = `
[auth]
minimum_password_length = 6
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.email]
enable_confirmations = false
[auth.mfa.recovery_codes]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
[auth.saml]
enabled = true
[auth.scim]
enabled = true
[auth.oauth_server]
enabled = true
allow_dynamic_registration = true
`;

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

describe('limits with their own configuration keys', () => {
  const cases = [
    { key: 'sso', path: '/sso', count: 30 },
    { key: 'passkey', path: '/passkeys/authentication/options', count: 30 },
    { key: 'passkey', path: '/passkeys/authentication/verify', count: 30 },
    { key: 'oauth_dynamic_client_register', path: '/oauth/clients/register', count: 10 },
  ];

  async function countCalls(service: TestService, path: string): Promise<number> {
    for (let calls = 0; ; calls += 1) {
      const { status, headers, body } = await service.post(path, {});
      if (status !== 429) continue;
      expect(body.error_code).toBe('over_request_rate_limit');
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      return calls;
    }
  }

  it.each(cases)('$path: the number that $key configures', async ({ key, path }) => {
    const service = await test.start(`${everything}\n[auth.rate_limit]\n${key} = 2`);
    expect(await countCalls(service, path)).toBe(2);
  });

  it.each(cases)('$path: $count by default, whatever the sign-in limit is', async ({ path, count }) => {
    // The clock stands still, so that no bucket refills meanwhile.
    const now = new Date();
    const service = await test.start(`${everything}\n[auth.rate_limit]\nsign_in_sign_ups = 2`, {
      ports: { clock: { now: () => now } },
    });
    expect(await countCalls(service, path)).toBe(count);
  });
});

describe('every route', () => {
  let open: TestService;
  let shut: TestService;
  const person = { email: freshEmail(), password: 'secret-1' };
  let factor: string;
  beforeAll(async () => {
    open = await test.start(everything);
    const { access_token: token } = (await open.post('/signup', person)).body;
    factor = (await open.post('/factors', { factor_type: 'totp' }, { token })).body.id;
    const limits = { take: async () => ({ ok: false, retryAfterSeconds: 7, waits: { otp: 7 } }) as const };
    shut = await test.start(everything, { ports: { limits } });
  });

  /** The parameters that a route needs before it does any work. */
  const queries: Record<string, string> = {
    'POST /token': '?grant_type=password',
    'GET /user/identities/authorize': '?provider=github',
  };

  async function call(method: string, path: string, bearer?: string): Promise<string> {
    const address = path.replace(/:\w+/g, factor) + (queries[`${method} ${path}`] ?? '');
    const answer = await shut.call(method, address, {
      ...(bearer && { token: bearer }),
      ...(method !== 'GET' && { body: {} }),
    });
    if (answer.status === 429) expect(answer.headers.get('Retry-After')).toBe('7');
    // A browser that returns from a provider gets the error at the page that it is redirected to.
    const isReportedByPage = answer.headers.get('Location')?.includes('over_request_rate_limit');
    return answer.status === 429 || isReportedByPage ? 'limited' : String(answer.body?.error_code);
  }

  it('that needs no session is limited, unless it only reads the settings', async () => {
    const unlimited: string[] = [];
    for (const [method, path] of authRoutes) {
      // These documents are the same for every caller.
      if (path.startsWith('/scim/')) continue;
      const outcome = await call(method, path);
      if (outcome !== 'limited' && outcome !== 'no_authorization') unlimited.push(`${method} ${path}`);
    }
    expect(unlimited.sort()).toEqual([
      'GET /.well-known/jwks.json',
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/openid-configuration',
      'GET /health',
      'GET /settings',
      'GET /sso/saml/metadata',
    ]);
  });

  it('that sends, signs in, adds or verifies is limited for signed-in users too', async () => {
    const unlimited: string[] = [];
    for (const [method, path] of authRoutes) {
      const asStranger = await call(method, path);
      if (asStranger !== 'no_authorization') continue;
      // One sign-in each: one of the routes signs out.
      const { body } = await open.post('/token?grant_type=password', person);
      const outcome = await call(method, path, body.access_token);
      if (outcome !== 'limited' && outcome !== 'not_admin') unlimited.push(`${method} ${path}`);
    }
    // They only read, end or delete what belongs to the caller.
    expect(unlimited.sort()).toEqual([
      'DELETE /factors/:factor',
      'DELETE /factors/recovery-codes',
      'DELETE /passkeys/:passkey',
      'DELETE /user/identities/:identity',
      'DELETE /user/oauth/grants',
      'GET /factors/recovery-codes',
      'GET /oauth/authorizations/:authorization',
      'GET /oauth/userinfo',
      'GET /passkeys',
      'GET /user',
      'GET /user/oauth/grants',
      'PATCH /passkeys/:passkey',
      'POST /logout',
      'POST /oauth/authorizations/:authorization/consent',
      'POST /oauth/userinfo',
    ]);
  });
});
