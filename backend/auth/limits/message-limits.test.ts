import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';

const toml = `
[auth]
site_url = "http://localhost:3000"
[auth.email]
max_frequency = "0s"
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
admin_email = "door@example.com"
[auth.sms]
enable_signup = true
max_frequency = "0s"
template = "{{ .Code }} opens the door"
[auth.sms.twilio]
enabled = true
account_sid = "a"
message_service_sid = "b"
auth_token = "c"
[auth.rate_limit]
email_sent = 3
sms_sent = 3
sign_in_sign_ups = 1000
token_refresh = 1000
`;

let test: TestDatabase;
/** With one connection only, so that a request that needs a second one would wait forever. */
let singleConnection: Database;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  const { url: databaseUrl } = test.database;
  singleConnection = await openDatabase({
    databaseUrl,
    dataFolder: '',
    log: () => {},
    migrations: [ownMigrations],
    maxConnections: 1,
  });
  service = await test.start(toml, { database: singleConnection });
});
afterAll(async () => {
  await service.backend.close();
  await singleConnection.close();
  await test.close();
});

const countUsers = async () => (await test.database.sql`select from auth.users`).length;

describe.each([
  ['mails', 'over_email_send_rate_limit', () => ({ email: freshEmail() })],
  ['text messages', 'over_sms_send_rate_limit', () => ({ phone: freshPhone() })],
])('A48: the limit of %s', (_name, code, address) => {
  it('is counted on the connection that sends, also when many send at once', async () => {
    const before = await countUsers();
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.post('/otp', address())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.error_code])).toEqual(Array(5).fill([429, code]));
    // A refused request has created no account, and waits for nothing.
    expect(await countUsers()).toBe(before + 3);
  });
});

describe('a text message', () => {
  it('is rendered from the template', () => {
    expect(service.smsMessages[0]?.text).toBe(`${service.smsMessages[0]?.otp} opens the door`);
  });

  it('with a fault in its template is reported at the start', async () => {
    await expect(test.start('[auth.sms]\ntemplate = "{{ .Code"')).rejects.toThrow(
      'auth.sms.template has a fault',
    );
  });
});
