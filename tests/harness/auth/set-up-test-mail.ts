import { afterAll, afterEach, beforeAll } from 'vitest';
import type { RunningMailer } from '../../../backend/auth/mail/create-mailer.ts';
import type { Database } from '../../../database/database.ts';
import { openTestDatabase } from './open-test-database.ts';
import { openTestMailer, testVariables as variables } from './open-test-mailer.ts';
import { startTestSmtp, type TestSmtp } from './start-test-smtp.ts';

/** For a test file about mails: one database for all its tests, and servers and mailers that end with each test. */
export function setUpTestMail() {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
    await database.sql`truncate porchlight.message_queue`;
  });

  return {
    database: () => database,
    closeLater: (part: { close(): Promise<void> }) => void opened.push(part),
    async startSmtp(options: Parameters<typeof startTestSmtp>[0] = {}): Promise<TestSmtp> {
      const server = await startTestSmtp(options);
      opened.push(server);
      return server;
    },
    async openMailer(options: Parameters<typeof openTestMailer>[1]) {
      const opening = await openTestMailer(database, options);
      opened.push(opening.mailer);
      return opening;
    },
    queueMail(mailer: RunningMailer, to = 'ann@porchlight.test'): Promise<void> {
      return database.transaction((sql) => mailer.queue(sql, { kind: 'magic_link', to, variables }));
    },
    readRows: () => database.sql`select * from porchlight.message_queue order by created_at`,
  };
}
