/** For tests: a backend on a database of its own, with a clock that a test can move, which records everything it sends. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createPasswords } from '../../../backend/auth/passwords/create-passwords.ts';
import type { Mailer, MailKind, MailVariables } from '../../../backend/auth/service/ports.ts';
import type { AuthConfig } from '../../../backend/config/auth-config.ts';
import { parseConfig } from '../../../backend/config/read-config.ts';
import { type Backend, type BackendOptions, createBackend } from '../../../backend/create-backend.ts';
import { readSecrets, type Secrets } from '../../../backend/identity/secrets.ts';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { openCopiedDatabase } from '../database/shared-server.ts';

export interface SentMail {
  kind: MailKind;
  to: string;
  variables: MailVariables;
}

export interface SentSms {
  to: string;
  text: string;
  channel: string;
  otp: string;
}

/** Records mails instead of queueing them. */
function createTestMailer(mails: SentMail[]): Mailer {
  return {
    queue: async (_sql, mail) => void mails.push(mail),
    prepare: (mail) => ({
      statement: { text: 'select', values: [] },
      onEnd: (error) => {
        if (error === undefined) mails.push(mail);
      },
    }),
  };
}

/** A test reads into any JSON that the server answered. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

export interface TestService {
  backend: Backend;
  config: AuthConfig;
  mails: SentMail[];
  smsMessages: SentSms[];
  /** The IP address of the requests; a test can change it. */
  address: string;
  /** Moves the clock on. */
  advance(seconds: number): void;
  now(): Date;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body: unknown, options?: CallOptions): Promise<Answer>;
  client(options?: { flowType?: 'pkce' | 'implicit'; key?: string }): SupabaseClient;
  lastMail(to: string): SentMail;
  lastSms(to: string): SentSms;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** A raw body. */
  text?: string;
}

export interface TestDatabase {
  database: Database;
  secrets: Secrets;
  /**
   * Starts a backend with these lines in its config.toml. Rate limits are raised unless a test sets them, and then every bucket
   * is full: one that another test has emptied would need time to refill.
   */
  start(toml?: string, options?: Partial<BackendOptions>): Promise<TestService>;
  close(): Promise<void>;
}

/** Opened once for each test file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'porchlight-auth-'));
  // No test expects a server fault here, so it is printed.
  const log: Log = (entry) => {
    if (entry.level === 'error') console.error(entry);
  };
  // A loaded machine is slow, and these tests check what is answered, not when.
  const database = await openCopiedDatabase({ log, answerWithinMs: 20_000 });
  const secrets = await readSecrets({ dataDirectory: dataFolder });
  const running: Backend[] = [];
  return {
    database,
    secrets,
    async start(toml = '', options = {}) {
      await database.sql`delete from porchlight.rate_buckets`;
      const service = await startService({ database, secrets, log, toml, options });
      running.push(service.backend);
      return service;
    },
    async close() {
      await Promise.all(running.map((backend) => backend.close()));
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The lowest cost that is not rehashed at a sign-in: real hashes, thirty times as fast. Tests of passwords use the default. */
const quickCost = 5;

const defaultToml = `
[auth]
site_url = "http://localhost:3000"
minimum_password_length = 6
`;

const highLimits = `
[auth.rate_limit]
email_sent = 100000
sms_sent = 100000
anonymous_users = 100000
token_refresh = 100000
sign_in_sign_ups = 100000
token_verifications = 100000
web3 = 100000
sso = 100000
passkey = 100000
saml_assertions = 100000
`;

async function startService(given: {
  database: Database;
  secrets: Secrets;
  log: Log;
  toml: string;
  options: Partial<BackendOptions>;
}): Promise<TestService> {
  const base = given.toml.includes('[auth]') ? '' : defaultToml;
  const limits = given.toml.includes('[auth.rate_limit]') ? '' : highLimits;
  const config = parseConfig(`${base}\n${given.toml}\n${limits}`).auth;
  confirmByDefault(config, given.toml);
  const mails: SentMail[] = [];
  const smsMessages: SentSms[] = [];
  let moved = 0;
  const clock = { now: () => new Date(Date.now() + moved * 1000) };
  const backend = await createBackend({
    config,
    database: given.database,
    secrets: given.secrets,
    log: given.log,
    ...given.options,
    ports: {
      clock,
      passwords: createPasswords({ cost: quickCost }),
      // A test that sets a sending hook tests that hook.
      ...(config.hooks.send_email ? {} : { mailer: createTestMailer(mails) }),
      ...(config.hooks.send_sms
        ? {}
        : {
            sms: {
              async queue(_sql, message) {
                smsMessages.push(message);
                return { messageId: `message-${smsMessages.length}` };
              },
            },
          }),
      ...given.options.ports,
    },
  });
  const basePath = given.options.basePath ?? '/auth/v1';
  const service: TestService = {
    backend,
    config,
    mails,
    smsMessages,
    address: '203.0.113.7',
    advance: (seconds) => {
      moved += seconds;
    },
    now: clock.now,
    async call(method, path, options = {}) {
      const headers = new Headers(options.headers);
      if (options.token !== undefined) headers.set('Authorization', `Bearer ${options.token}`);
      const body = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
      const request = new Request(`http://backend.test${basePath === '/' ? '' : basePath}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const response = await backend.fetch(request, { remoteAddress: service.address });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : parse(text),
      };
    },
    post: (path, body, options = {}) => service.call('POST', path, { ...options, body }),
    client: ({ flowType = 'implicit', key = given.secrets.anonKey } = {}) =>
      createClient('http://backend.test', key, {
        auth: { flowType, autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
        global: {
          fetch: (url, init) => backend.fetch(new Request(url, init), { remoteAddress: service.address }),
        },
      }),
    lastMail: (to) => last(mails, to),
    lastSms: (to) => last(smsMessages, to),
  };
  return service;
}

/** Addresses are confirmed, as on the site, unless a test sets it otherwise. */
function confirmByDefault(config: AuthConfig, toml: string): void {
  const isSaid = (table: string) =>
    new RegExp(`\\[auth\\.${table}\\][^[]*\\benable_confirmations\\b`).test(toml);
  if (!isSaid('email')) config.email.enableConfirmations = true;
  if (!isSaid('sms')) config.sms.enableConfirmations = true;
}

function last<T extends { to: string }>(sent: T[], to: string): T {
  const found = sent.findLast((message) => message.to === to);
  if (found === undefined) throw new Error(`nothing was sent to ${to}`);
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
