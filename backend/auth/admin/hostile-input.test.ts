import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  factorToml,
  type Owner,
  signUpOwner,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;
let owner: Owner;
let userId: string;
let factorId: string;
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(factorToml, withoutLimits);
  owner = await signUpOwner(service);
  const enrolled = await service.post('/factors', { factor_type: 'totp' }, { token: owner.token });
  factorId = enrolled.body.id;
  const { body } = await service.post(
    '/admin/users',
    { email: freshEmail() },
    { token: test.secrets.serviceRoleKey },
  );
  userId = body.id;
});
afterAll(() => test.close());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\ud800',
    'x'.repeat(5000),
    '💥',
    "' or 1=1 --",
    'none',
    '-1h',
    '1e999',
    'a@b.co',
    '+15550001',
  ),
  fc.uuid(),
);
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.jsonValue({ maxDepth: 3 }),
  fc.boolean(),
  fc.double(),
  fc.constant(null),
);
const members = [
  'factor_type',
  'friendly_name',
  'issuer',
  'phone',
  'channel',
  'challenge_id',
  'code',
  'id',
  'aud',
  'role',
  'email',
  'password',
  'password_hash',
  'email_confirm',
  'phone_confirm',
  'user_metadata',
  'app_metadata',
  'ban_duration',
  'should_soft_delete',
  'type',
  'new_email',
  'data',
  'redirect_to',
];
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...members), value, { maxKeys: 6 }) },
  fc.jsonValue(),
);
const metadata = fc.record({
  email: fc.constant('fuzz@example.com'),
  user_metadata: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
});

describe('hostile input gets a client error that names the fault', () => {
  const routes = (): [string, string, boolean][] => [
    ['POST', '/factors', false],
    ['POST', `/factors/${factorId}/challenge`, false],
    ['POST', `/factors/${factorId}/verify`, false],
    ['POST', '/admin/users', true],
    ['PUT', `/admin/users/${userId}`, true],
    ['PUT', `/admin/users/${userId}/factors/${factorId}`, true],
    ['POST', '/admin/generate_link', true],
    ['POST', '/invite', true],
    ['DELETE', `/admin/users/${crypto.randomUUID()}`, true],
  ];
  const call = (method: string, path: string, isAdmin: boolean, sent: unknown) =>
    service.call(method, path, {
      token: isAdmin ? test.secrets.serviceRoleKey : owner.token,
      text: JSON.stringify(sent),
    });

  it('in bodies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 8 }), fc.oneof(body, metadata), async (index, sent) => {
        const [method, path, isAdmin] = routes()[index] ?? ['POST', '/factors', false];
        const answer = await call(method, path, isAdmin, sent);
        expect(
          answer.status,
          `${method} ${path} ${JSON.stringify(sent)} ${JSON.stringify(answer.body)}`,
        ).toBeLessThan(500);
      }),
      { numRuns: 400 },
    );
  });

  it('in paths and queries', async () => {
    const paths = (part: string) => {
      const safe = encodeURIComponent(part.toWellFormed());
      return [
        ['POST', `/factors/${safe}/challenge`],
        ['POST', `/factors/${safe}/verify`],
        ['DELETE', `/factors/${safe}`],
        ['GET', `/admin/users/${safe}`],
        ['GET', `/admin/users/${userId}/factors/${safe}`],
        ['GET', `/admin/users?filter=${safe}&page=1`],
        ['GET', `/admin/users?page=${safe}`],
        ['GET', `/admin/users?sort=${safe}`],
        ['GET', `/admin/audit?query=action:${safe}`],
        ['GET', `/admin/audit?query=${safe}`],
      ] as const;
    };
    await fc.assert(
      fc.asyncProperty(text, fc.nat({ max: 9 }), async (part, index) => {
        const [method, path] = paths(part)[index] ?? ['GET', '/'];
        const token = path.startsWith('/admin') ? test.secrets.serviceRoleKey : owner.token;
        const answer = await service.call(method, path, {
          token,
          ...(method === 'GET' ? {} : { text: '{}' }),
        });
        expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });

  it('and a body that is not JSON is 400', async () => {
    for (const [method, path, isAdmin] of routes().filter(
      ([, path]) => !path.endsWith('challenge') && !path.includes('admin/users/'),
    )) {
      const token = isAdmin ? test.secrets.serviceRoleKey : owner.token;
      const answer = await service.call(method, path, { token, text: '{"a":' });
      expect([path, answer.status, answer.body.error_code]).toEqual([path, 400, 'bad_json']);
    }
  });
});
