/**
 * Playwright's `test` for signing in: each worker has a site of its own, with a real SMTP server that catches its mails. Accounts are
 * created through the official client.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { test as base, expect } from './browser-test.ts';
import { findTestPort } from './find-test-port.ts';
import { freshEmail } from './fresh-contact.ts';
import { createMailCatcher, type MailCatcher } from './mail-catcher.ts';
import { pushMigrations } from './push-migrations.ts';
import { repository } from './read-tree.ts';
import { startBackend } from './start-backend.ts';
import { type IdentityProvider, startIdentityProvider } from './start-identity-provider.ts';
import { startSite } from './start-site.ts';

export interface SignInSite {
  url: string;
  /** Where the auth service is: the site itself, unless the backend is hosted. */
  backendUrl: string;
  /** Links in mails lead to a page with a button. A hosted project's lead to its own GET /verify. */
  linksAskFirst: boolean;
  mails: MailCatcher;
  /** An OpenID provider, offered by the site as “Company”. */
  company: IdentityProvider;
  /** The official client with the secret key. */
  admin: SupabaseClient;
  secretKey: string;
  publicKey: string;
  /** Everything that the site, and a backend of its own, have printed so far. */
  outputs(): string[];
  /** An account with a confirmed address. */
  createPerson(): Promise<Person>;
}

export interface Person {
  id: string;
  email: string;
  password: string;
}

export const test = base.extend<{ showOutput: undefined }, { signInSite: SignInSite }>({
  signInSite: [
    async ({ hosted }, use) => {
      const opened = await openSignInSite({ hosted });
      await use(opened.site);
      await opened.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ signInSite }, use) => {
    await use(signInSite.url);
  },
  /** Of a failed test, what the servers printed meanwhile: it often names the cause. */
  showOutput: [
    async ({ signInSite }, use, testInfo) => {
      const before = signInSite.outputs();
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const [index, text] of signInSite.outputs().entries())
        console.log(text.slice(before[index]?.length));
    },
    { auto: true },
  ],
});

export { expect };

export const password = 'correct horse battery 9';

interface Options {
  /** Further tables of config.toml. */
  more?: string;
  /** The backend is a process of its own, as a hosted project is, and the site is pointed at it. */
  hosted?: boolean;
  /** The folder of the project, for a copy with a site.config.ts of its own. */
  root?: string;
  /** Further settings of the process that has the backend. */
  backendSettings?: Record<string, string>;
  /** Further settings of the site. */
  siteSettings?: Record<string, string>;
}

export async function openSignInSite(
  options: Options = {},
): Promise<{ site: SignInSite; close(): Promise<void> }> {
  const { more = '', hosted = false, root = repository, backendSettings, siteSettings } = options;
  const mails = await createMailCatcher();
  const port = await findTestPort();
  const backendPort = hosted ? await findTestPort() : port;
  const backendUrl = hosted ? `http://127.0.0.1:${backendPort}` : `http://localhost:${port}`;
  const company = await startIdentityProvider([`${backendUrl}/auth/v1/callback`]);
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-sign-in-'));
  await writeFile(
    join(folder, 'config.toml'),
    configToml(`http://localhost:${port}`, mails.port, company) + (hosted ? '' : stricter) + more,
  );
  await writeFile(join(folder, 'signing_keys.json'), JSON.stringify([createSigningKey()]));
  const counting = await pushMigrations(folder);
  const secretKey = `sb_secret_${crypto.randomUUID().replaceAll('-', '')}`;
  const publicKey = `sb_publishable_${crypto.randomUUID().replaceAll('-', '')}`;
  const settings = {
    SUPABASE_CONFIG: join(folder, 'config.toml'),
    PRIVATE_HOSTS: '127.0.0.1',
    SECRET_KEY: secretKey,
    PUBLISHABLE_KEY: publicKey,
    ...backendSettings,
  };
  const backend = hosted ? await startBackend(backendPort, settings) : undefined;
  const running = await startSite({
    root,
    env: {
      LOG_REQUESTS: 'off',
      PORT: String(port),
      ...counting,
      ...(hosted ? { SUPABASE_URL: backendUrl, SUPABASE_KEY: publicKey } : settings),
      ...siteSettings,
    },
  });
  const admin = createClient(backendUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const site: SignInSite = {
    url: running.url,
    backendUrl,
    linksAskFirst: !hosted,
    mails,
    company,
    admin,
    secretKey,
    publicKey,
    outputs: () => [running, ...(backend ? [backend] : [])].map(({ output }) => output()),
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
      await backend?.stop();
      await company.close();
      await mails.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tokens are signed with a key pair, so that the site can check them with what the backend publishes. */
function createSigningKey(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'first', alg: 'ES256' };
}

/** As in the site's own config.toml; a hosted project does not have it. */
const stricter = `
[porchlight.auth]
same_browser_only = true
`;

/** The default settings, with limits that a test cannot reach and no pause between mails. */
function configToml(siteUrl: string, smtpPort: number, company: IdentityProvider): string {
  return `
[auth]
site_url = "${siteUrl}"
signing_keys_path = "./signing_keys.json"
enable_manual_linking = true
minimum_password_length = 8
security_update_password_require_current_password = true
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
enable_confirmations = true
max_frequency = "0s"
[auth.sms.test_otp]
4915112345678 = "123456"
4915187654321 = "654321"
4915111111111 = "111111"
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.recovery_codes]
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
passkey = 100000
token_verifications = 100000
`;
}
