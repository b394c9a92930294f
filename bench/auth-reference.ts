import { spawn, spawnSync } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../database/open-database.ts';
import { findTestPort } from '../tests/harness/find-test-port.ts';
import type { Bench } from './bench.ts';
import { createHttpClient } from './http-client.ts';
import { readPostgresPid } from './rest-site.ts';

export interface AuthReference {
  pid: number;
  postgresPid: number;
  port: number;
  dataFolder: string;
}

const role = 'supabase_auth_admin';
const rolePassword = 'reference';
const readyWithin = 30_000;

/**
 * Supabase's auth server from the program that BENCH_AUTH_REFERENCE names, with an embedded Postgres of its own with the settings of
 * ours. It sends its mails to the same kind of server; none of its limits is reached, and it writes its default audit log.
 */
export async function startAuthReference(
  bench: Bench,
  program: string,
  options: { mailPort: number; jwtSecret: string },
): Promise<AuthReference> {
  const dataFolder = await bench.createFolder('reference');
  const database = await openDatabase({ dataFolder, log: () => {}, migrations: [] });
  bench.onClose(() => database.close());
  await database.sql.script(`
    create role ${role} noinherit createrole login password '${rolePassword}';
    create schema auth authorization ${role};
    grant create on database postgres to ${role};
    alter role ${role} set search_path = 'auth';
    create role anon; create role authenticated; create role service_role; create role supabase_admin`);
  const address = new URL(database.url.replace('@/', '@localhost/'));
  address.username = role;
  address.password = rolePassword;

  const port = await findTestPort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: address.href,
    GOTRUE_DB_DRIVER: 'postgres',
    GOTRUE_DB_MAX_POOL_SIZE: '10',
    // The default is so low that it opens a connection for most requests.
    GOTRUE_DB_MAX_IDLE_POOL_SIZE: '10',
    GOTRUE_API_HOST: '127.0.0.1',
    PORT: String(port),
    API_EXTERNAL_URL: origin,
    GOTRUE_SITE_URL: origin,
    GOTRUE_JWT_SECRET: options.jwtSecret,
    GOTRUE_JWT_AUD: 'authenticated',
    GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
    GOTRUE_JWT_ADMIN_ROLES: 'service_role',
    GOTRUE_LOG_LEVEL: 'error',
    GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_MAILER_OTP_EXP: '3600',
    GOTRUE_SMTP_HOST: '127.0.0.1',
    GOTRUE_SMTP_PORT: String(options.mailPort),
    GOTRUE_SMTP_ADMIN_EMAIL: 'site@example.com',
    GOTRUE_SMTP_SENDER_NAME: 'The site',
    GOTRUE_SMTP_MAX_FREQUENCY: '1ms',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000000',
  };
  const migrated = spawnSync(program, ['migrate'], { env: environment, encoding: 'utf8' });
  if (migrated.status !== 0)
    throw new Error(`${program} migrate failed:\n${migrated.stderr}${migrated.stdout}`);

  const logFile = join(dataFolder, 'reference.log');
  const log = await open(logFile, 'w');
  const child = spawn(program, ['serve'], { env: environment, stdio: ['ignore', log.fd, log.fd] });
  const ended = new Promise<void>((done) => child.once('close', () => done()).once('error', () => done()));
  await log.close();
  bench.onClose(async () => {
    child.kill();
    await ended;
  });
  const client = createHttpClient(port);
  for (const started = performance.now(); ; await wait(50)) {
    const answer = await client.get('/health').catch(() => undefined);
    if (answer?.status === 200) break;
    if (performance.now() - started > readyWithin)
      throw new Error(`${program} did not start:\n${await readFile(logFile, 'utf8')}`);
  }
  client.close();
  return { pid: child.pid ?? 0, postgresPid: await readPostgresPid(dataFolder), port, dataFolder };
}
