/** For tests: the repository's own functions, with its own settings and tables. */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../../backend/config/read-config.ts';
import { createBackend } from '../../../backend/create-backend.ts';
import { readSecrets, type Secrets } from '../../../backend/identity/secrets.ts';
import type { Database } from '../../../database/database.ts';
import type { LogEntry } from '../../../database/log.ts';
import { startTestSmtp, type TestSmtp } from '../auth/start-test-smtp.ts';
import { makeFolder } from '../database/folders.ts';
import { openCopiedDatabase } from '../database/shared-server.ts';
import { repository } from '../read-tree.ts';

export interface SampleFunctions {
  url: string;
  database: Database;
  secrets: Secrets;
  smtp: TestSmtp;
  /** Sends a request to the site; `address` is the sender's. */
  send(path: string, init?: RequestInit, address?: string): Promise<Response>;
  logged(): string;
}

export function startSampleFunctions(): () => SampleFunctions {
  let opened: (SampleFunctions & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The functions of this file did not start.');
    return opened;
  };
}

async function open(): Promise<SampleFunctions & { close(): Promise<void> }> {
  const { folder, remove } = await makeFolder();
  const url = 'http://localhost:3000';
  const smtp = await startTestSmtp();
  const database = await openCopiedDatabase({ schema: 'site', log: () => {}, answerWithinMs: 20_000 });
  const config = await readConfig(join(repository, 'supabase', 'config.toml'), {});
  const secrets = await readSecrets({ dataDirectory: folder });
  const log: LogEntry[] = [];
  const { email } = config.auth;
  const mails = { enabled: true, host: '127.0.0.1', port: smtp.port, adminEmail: 'site@porchlight.test' };
  const backend = await createBackend({
    config: { ...config.auth, siteUrl: url, email: { ...email, smtp: { ...email.smtp, ...mails } } },
    api: config.api,
    database,
    secrets,
    log: (entry) => log.push(entry),
    configFolder: config.directory,
    isOnlyProcess: true,
    functions: {
      config: config.functions,
      dataFolder: folder,
      downloads: {},
      certificates: process.env.NODE_EXTRA_CA_CERTS,
    },
  });
  return {
    url,
    database,
    secrets,
    smtp,
    send: (path, init, address = '203.0.113.7') =>
      backend.fetch(new Request(url + path, init), { remoteAddress: address }),
    logged: () => log.map(({ message }) => message).join('\n'),
    async close() {
      await backend.close();
      await database.close();
      await smtp.close();
      await remove();
    },
  };
}
