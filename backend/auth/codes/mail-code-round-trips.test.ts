import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../database/database.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

const toml = `
[auth]
site_url = "http://localhost:3000"
[auth.email]
enable_confirmations = true
max_frequency = "60s"
`;

let data: TestDatabase;
let service: TestService;
const roundTrips: string[] = [];

beforeAll(async () => {
  data = await openTestDatabase();
  service = await data.start(toml, { database: countRoundTrips(data.database) });
});
afterAll(() => data.close());

/** Wraps the auth service's connections and records each use. */
function countRoundTrips(database: Database): Database {
  const { auth } = database;
  return {
    ...database,
    auth: {
      ...auth,
      sql: new Proxy(auth.sql, {
        apply(tag, _this, args) {
          roundTrips.push('statement');
          return Reflect.apply(tag, undefined, args);
        },
      }),
      batch(statements, options) {
        roundTrips.push('batch');
        return auth.batch(statements, options);
      },
      transaction(work) {
        roundTrips.push('transaction');
        return auth.transaction(work);
      },
    },
  };
}

async function createConfirmed(): Promise<string> {
  const email = freshEmail();
  await service.post('/signup', { email, password: 'secret-1' });
  const { Token: token } = service.lastMail(email).variables;
  expect((await service.post('/verify', { type: 'signup', email, token })).status).toBe(200);
  return email;
}

test.each(['/otp', '/recover'])('%s for an account takes two round trips: lookup and write', async (path) => {
  const email = await createConfirmed();
  roundTrips.splice(0);
  expect((await service.post(path, { email })).status).toBe(200);
  expect(roundTrips).toEqual(['batch', 'batch']);
  expect(service.lastMail(email).variables.Token).toMatch(/^\d{6,}$/);
});

test('an address without an account takes the same number', async () => {
  roundTrips.splice(0);
  expect((await service.post('/recover', { email: freshEmail() })).status).toBe(200);
  expect(roundTrips).toEqual(['batch', 'batch']);
});

test('a sign-up is written in one round trip, after the limits and the address lookup', async () => {
  const email = freshEmail();
  roundTrips.splice(0);
  const { status, body } = await service.post('/signup', { email, password: 'secret-1', data: { a: 1 } });
  expect(status).toBe(200);
  expect(roundTrips).toEqual(['batch', 'statement', 'batch']);
  expect(body).toMatchObject({ email, user_metadata: { a: 1, email }, identities: [{ provider: 'email' }] });
});

test.each(['/otp', '/recover'])('%s during the cooldown leaves nothing behind', async (path) => {
  const email = await createConfirmed();
  expect((await service.post(path, { email })).status).toBe(200);
  const read = () => data.database.sql`
    select u.recovery_token, u.recovery_sent_at, t.token_hash, t.created_at,
      (select count(*)::int from auth.audit_log_entries where payload ->> 'actor_id' = u.id::text) as entries
    from auth.users u join auth.one_time_tokens t on t.user_id = u.id where u.email = ${email}`;
  const before = await read();
  const mails = service.mails.length;
  const refused = await service.post(path, { email });
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await read()).toEqual(before);
  expect(service.mails).toHaveLength(mails);
});
