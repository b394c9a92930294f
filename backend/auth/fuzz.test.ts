import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../tests/harness/fresh-contact.ts';
import { authRoutes } from './routes.ts';

let test: TestDatabase;
let service: TestService;
let userToken: string;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(`
    [auth]
    minimum_password_length = 6
    enable_anonymous_sign_ins = true
    [auth.email]
    enable_confirmations = false
    max_frequency = "0s"
    [auth.sms]
    enable_signup = true
    max_frequency = "0s"
    [auth.mfa.phone]
    enroll_enabled = true
    verify_enabled = true
    [auth.saml]
    enabled = true
    [auth.web3.ethereum]
    enabled = true
    [auth.web3.solana]
    enabled = true`);
  const { body } = await service.post('/signup', { email: freshEmail(), password: 'secret-1' });
  userToken = body.access_token;
});
afterAll(() => test.close());

const names = [
  'email',
  'phone',
  'password',
  'data',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'channel',
  'create_user',
  'redirect_to',
  'app_metadata',
  'user_metadata',
  'gotrue_meta_security',
  'factor_type',
  'friendly_name',
  'issuer',
  'code',
  'challenge_id',
  'ban_duration',
  'role',
  'id',
  'email_confirm',
  'new_email',
  'should_soft_delete',
  'provider',
  'id_token',
  'provider_id',
  'domain',
  'domains',
  'metadata_xml',
  'metadata_url',
  'attribute_mapping',
  'resource_id',
  'chain',
  'message',
  'signature',
  '__proto__',
  'constructor',
];

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    "'; drop table auth.users; --",
    '%00',
    '../../etc/passwd',
    'a@b.co',
    '+15550001111',
    's256',
    'signup',
    'recovery',
    'email_change',
    'sms',
    'totp',
    'phone',
    'saml',
    'ethereum',
    'solana',
    '<a/>',
    'http://169.254.169.254/',
    '{{ .Token }}',
    'a'.repeat(300),
    '\r\nBcc: x@y.z',
    '1e400',
    'none',
    '00000000-0000-0000-0000-000000000000',
    'abcdefghijkl',
    'javascript:alert(1)',
    '\u202e',
    '💥'.repeat(50),
  ),
);
const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...names), oddValue, { maxKeys: 8 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const query = fc.dictionary(
  fc.constantFrom(
    'grant_type',
    'type',
    'token',
    'scope',
    'redirect_to',
    'page',
    'per_page',
    'filter',
    'query',
    'code',
  ),
  fc.oneof(
    oddText,
    fc.constantFrom('password', 'refresh_token', 'pkce', 'id_token', 'web3', 'local', '-1', '99999999999'),
  ),
  { maxKeys: 3 },
);

describe('whatever a client sends', () => {
  it.each(
    authRoutes.map(([method, path]) => [method, path] as const),
  )('%s %s never fails inside', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(
        body,
        query,
        oddText,
        fc.constantFrom('none', 'user', 'admin', 'odd'),
        async (json, search, segment, who) => {
          const tokens = {
            none: undefined,
            user: userToken,
            admin: test.secrets.serviceRoleKey,
            odd: 'a.b.c',
          };
          const params = new URLSearchParams(
            Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
          );
          const target = path.replaceAll(/:\w+/g, encodeURIComponent(segment.toWellFormed()) || 'x');
          const token = tokens[who];
          const answer = await service.call(method, `${target}?${params}`, {
            ...(token === undefined ? {} : { token }),
            ...(method === 'GET' ? {} : { body: json }),
          });
          expect(answer.status).toBeLessThan(500);
          expect(JSON.stringify(answer.body) ?? '').not.toMatch(
            /PostgresError|syntax error|node_modules|at \w+ \(|relation "/,
          );
          const isRefused = answer.status >= 400 && answer.body !== undefined;
          expect(isRefused ? (answer.body.error_code ?? answer.body.error) : '').toEqual(expect.any(String));
        },
      ),
      { numRuns: 30 },
    );
  });
});
