/**
 * Playwright's `test` for signing in: each worker has a site of its own, with a real SMTP server that catches its mails. People are
 * made through the same door as everybody else: the official client.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { findFreePort } from '../../server/bind-port.ts';
import { test as base, expect } from './browser-test.ts';
import { createMailCatcher, type MailCatcher } from './mail-catcher.ts';
import { type IdentityProvider, startIdentityProvider } from './start-identity-provider.ts';
import { startSite } from './start-site.ts';

export interface SignInSite {
  url: string;
  mails: MailCatcher;
  /** An OpenID provider, offered by the site as “Company”. */
  company: IdentityProvider;
  /** The official client with the key that opens everything. */
  admin: SupabaseClient;
  secretKey: string;
  /** An account with a confirmed address. */
  createPerson(): Promise<Person>;
}

export interface Person {
  id: string;
  email: string;
  password: string;
}

export const test = base.extend<object, { signInSite: SignInSite }>({
  signInSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const opened = await openSignInSite();
      await use(opened.site);
      await opened.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ signInSite }, use) => {
    await use(signInSite.url);
  },
});

export { expect };

export const password = 'correct horse battery 9';

export function freshEmail(): string {
  return `person-${crypto.randomUUID().slice(0, 13)}@example.com`;
}

/** `more`: further tables of config.toml. */
export async function openSignInSite(more = ''): Promise<{ site: SignInSite; close(): Promise<void> }> {
  const mails = await createMailCatcher();
  const port = await findFreePort();
  const company = await startIdentityProvider([`http://localhost:${port}/auth/v1/callback`]);
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-sign-in-'));
  await writeFile(join(folder, 'config.toml'), configToml(mails.port, company) + more);
  const secretKey = `sb_secret_${crypto.randomUUID().replaceAll('-', '')}`;
  const running = await startSite({
    env: {
      LOG_REQUESTS: 'off',
      PORT: String(port),
      PRIVATE_HOSTS: '127.0.0.1',
      SUPABASE_CONFIG: join(folder, 'config.toml'),
      SECRET_KEY: secretKey,
    },
  });
  const admin = createClient(running.url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const site: SignInSite = {
    url: running.url,
    mails,
    company,
    admin,
    secretKey,
    async createPerson() {
      const email = freshEmail();
      const { data, error } = await admin.auth.admin.createUser({ email, password, email_confirm: true });
      if (error) throw error;
      return { id: data.user.id, email, password };
    },
  };
  return {
    site,
    async close() {
      await running.stop();
      await company.close();
      await mails.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The usual settings, with limits that a test cannot reach and mails that may follow one another at once. */
function configToml(smtpPort: number, company: IdentityProvider): string {
  return `
[auth]
enable_manual_linking = true
minimum_password_length = 8
[auth.email]
enable_confirmations = true
double_confirm_changes = true
max_frequency = "0s"
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${smtpPort}
user = ""
pass = ""
admin_email = "site@example.com"
sender_name = "Porchlight"
[auth.sms]
enable_signup = true
max_frequency = "0s"
[auth.sms.test_otp]
4915112345678 = "123456"
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
[auth.external.company]
enabled = true
client_id = "${company.clientId}"
secret = "${company.secret}"
url = "${company.issuer}"
[auth.rate_limit]
email_sent = 100000
token_refresh = 100000
sign_in_sign_ups = 100000
token_verifications = 100000
`;
}
