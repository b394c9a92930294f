import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BackendConfig, parseConfig, readConfig } from './read-config.ts';

/** What `supabase init` writes, without its comments. */
const stock = `
project_id = "demo"
[api]
enabled = true
port = 54321
schemas = ["public", "graphql_public"]
extra_search_path = ["public", "extensions"]
max_rows = 1000
[api.tls]
enabled = false
[db]
port = 54322
major_version = 17
[db.pooler]
enabled = false
[realtime]
enabled = true
[studio]
enabled = true
openai_api_key = "env(OPENAI_API_KEY)"
[inbucket]
enabled = true
[storage]
enabled = true
file_size_limit = "50MiB"
[auth]
enabled = true
site_url = "http://127.0.0.1:3000"
additional_redirect_urls = ["https://127.0.0.1:3000"]
jwt_expiry = 3600
enable_refresh_token_rotation = true
refresh_token_reuse_interval = 10
enable_signup = true
enable_anonymous_sign_ins = false
enable_manual_linking = false
minimum_password_length = 6
password_requirements = ""
[auth.rate_limit]
email_sent = 2
sms_sent = 30
anonymous_users = 30
token_refresh = 150
sign_in_sign_ups = 30
token_verifications = 30
web3 = 30
[auth.email]
enable_signup = true
double_confirm_changes = true
enable_confirmations = false
secure_password_change = false
max_frequency = "1s"
otp_length = 6
otp_expiry = 3600
[auth.sms]
enable_signup = false
enable_confirmations = false
template = "Your code is {{ .Code }}"
max_frequency = "5s"
[auth.sms.twilio]
enabled = false
account_sid = ""
message_service_sid = ""
auth_token = "env(SUPABASE_AUTH_SMS_TWILIO_AUTH_TOKEN)"
[auth.mfa]
max_enrolled_factors = 10
[auth.mfa.totp]
enroll_enabled = false
verify_enabled = false
[auth.mfa.phone]
enroll_enabled = false
verify_enabled = false
otp_length = 6
template = "Your code is {{ .Code }}"
max_frequency = "5s"
[auth.external.apple]
enabled = false
client_id = ""
secret = "env(SUPABASE_AUTH_EXTERNAL_APPLE_SECRET)"
redirect_uri = ""
url = ""
skip_nonce_check = false
email_optional = false
[auth.web3.solana]
enabled = false
[auth.third_party.firebase]
enabled = false
[auth.oauth_server]
enabled = false
authorization_url_path = "/oauth/consent"
allow_dynamic_registration = false
[edge_runtime]
enabled = true
[analytics]
enabled = true
[experimental]
orioledb_version = ""
`;

describe('config.toml', () => {
  it('is accepted as the Supabase CLI writes it, without a warning', () => {
    const { auth, port, warnings } = parseConfig(stock);
    expect(warnings).toEqual([]);
    expect(port).toBe(54321);
    expect(auth).toMatchObject({
      siteUrl: 'http://127.0.0.1:3000',
      minimumPasswordLength: 6,
      email: { enableConfirmations: false, maxFrequency: 1 },
      sms: { maxFrequency: 5, provider: '' },
      mfa: { totp: { enrollEnabled: false } },
      external: { apple: { enabled: false, secret: '' } },
    });
  });

  it('may be empty: a missing key has the default of the Supabase CLI, or a stricter one', () => {
    const { auth } = parseConfig('');
    expect(auth).toMatchObject({
      enableAnonymousSignIns: false,
      enableManualLinking: false,
      minimumPasswordLength: 8,
      refreshTokenRotation: true,
      email: { enableConfirmations: false, doubleConfirmChanges: true },
      sms: { enableSignup: false, enableConfirmations: false },
      captcha: { enabled: false },
    });
  });

  it('warns about unknown keys', () => {
    const { warnings } = parseConfig(
      'colour = 1\n[auth]\nenable_sigup = true\n[auth.email]\nmax_freq = "1s"\n[auth.mfa.sms]\na = 1',
    );
    expect(warnings).toEqual([
      'supabase/config.toml: colour is not known and has no effect',
      'supabase/config.toml: auth.enable_sigup is not known and has no effect',
      'supabase/config.toml: auth.email.max_freq is not known and has no effect',
      'supabase/config.toml: auth.mfa.sms is not known and has no effect',
    ]);
  });

  it('takes env(NAME) from the environment, for strings, numbers and booleans', () => {
    const toml = `
      [auth]
      site_url = "env(SITE)"
      jwt_expiry = "env(EXPIRY)"
      enable_signup = "env(OPEN)"
      additional_redirect_urls = ["env(EXTRA)", "env(UNSET)"]`;
    const environment = {
      SITE: 'https://site.example/',
      EXPIRY: '60',
      OPEN: 'false',
      EXTRA: 'https://extra.example',
    };
    expect(parseConfig(toml, { environment }).auth).toMatchObject({
      siteUrl: 'https://site.example',
      jwtExpiry: 60,
      enableSignup: false,
      additionalRedirectUrls: ['https://extra.example'],
    });
  });

  it('takes other variables from the .env files beside it and above it, as the Supabase CLI does', async () => {
    const project = await mkdtemp(join(tmpdir(), 'porchlight-env-'));
    const folder = join(project, 'supabase');
    await mkdir(folder);
    const files = {
      'supabase/config.toml': '[auth]\nadditional_redirect_urls = ["env(A)", "env(B)", "env(C)", "env(D)"]',
      'supabase/.env.local': 'A=https://local.example\nB="https://local.example"',
      'supabase/.env': 'B=https://later.example\nC=https://beside.example',
      '.env': 'C=https://later.example\nD=https://above.example # a comment',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
    const { auth } = await readConfig(join(folder, 'config.toml'), { A: 'https://set.example' });
    expect(auth.additionalRedirectUrls).toEqual(
      ['set', 'local', 'beside', 'above'].map((name) => `https://${name}.example`),
    );
    await rm(project, { recursive: true });
  });

  it('starts without a variable that a service needs, and says that it does not work', () => {
    const captcha = '[auth.captcha]\nenabled = true\nsecret = ';
    const sms = '[auth.sms.vonage]\nenabled = true\nfrom = "Site"\napi_key = "1"\napi_secret = ';
    const { warnings } = parseConfig(`${captcha} "env(UNSET)"\n${sms} "env(UNSET)"`);
    expect(warnings).toEqual([
      expect.stringContaining('auth.captcha.secret is empty'),
      expect.stringContaining('auth.sms.vonage is enabled but lacks api_secret'),
    ]);
    expect(() => parseConfig(`${captcha} ""`)).toThrow('auth.captcha.secret is empty');
    expect(() => parseConfig(`${sms} ""`)).toThrow('lacks api_secret');
  });

  it('reports all faults together, each with its name', () => {
    const toml = `
      [auth]
      site_url = "abc"
      jwt_expiry = 0
      enable_signup = "yes"
      password_requirements = "emoji"
      [auth.email]
      max_frequency = "soon"
      [auth.captcha]
      enabled = true
      provider = "mine"`;
    expect(() => parseConfig(toml)).toThrow(/^supabase\/config\.toml: 7 settings need attention: /);
    for (const name of [
      'site_url',
      'jwt_expiry',
      'enable_signup',
      'emoji',
      'max_frequency',
      'captcha.provider',
      'captcha.secret',
    ]) {
      expect(() => parseConfig(toml)).toThrow(name);
    }
  });

  it('warns about a sign-in provider that cannot work', () => {
    const { warnings } = parseConfig(
      '[auth.external.google]\nenabled = true\nclient_id = "a"\n[auth.external.github]\nenabled = true\nsecret = "a"',
    );
    expect(warnings).toEqual([
      expect.stringContaining('auth.external.google is enabled without a secret'),
      expect.stringContaining('auth.external.github is enabled without a client_id'),
    ]);
    for (const url of ['id.company.example', 'javascript:alert(1)', 'https://'])
      expect(() => parseConfig(`[auth.external.company]\nurl = "${url}"`)).toThrow(
        'auth.external.company.url',
      );
  });

  it('opens the database only on a port that is written down', () => {
    expect(parseConfig(stock).databasePort).toBe(54322);
    expect(parseConfig('[db]\nmajor_version = 17').databasePort).toBeUndefined();
    expect(() => parseConfig('[db]\nport = 70000')).toThrow('db.port must be a whole number from 1 to 65535');
  });

  it('adds the keys of porchlight.toml to its tables', () => {
    const ownText =
      '[auth.mfa.recovery_codes]\nenroll_enabled = true\n[porchlight.auth]\nhide_accounts = true';
    const config = parseConfig('[auth.mfa.totp]\nenroll_enabled = false', { ownText });
    expect(config.auth.mfa.totp.enrollEnabled).toBe(false);
    expect(config.auth.mfa.recoveryCodes.enrollEnabled).toBe(true);
    expect(config.auth.stricter.hideAccounts).toBe(true);
    expect(config.warnings).toEqual([]);
    expect(() => parseConfig('[auth]\njwt_expiry = 60', { ownText: '[auth]\njwt_expiry = 90' })).toThrow(
      'auth.jwt_expiry is in porchlight.toml too',
    );
    expect(() => parseConfig('', { ownText: '[auth' })).toThrow(/porchlight\.toml is not valid TOML/);
  });

  it.each([
    ['email', 'enabled', (config: BackendConfig) => config.auth.email.enableSignup],
    ['sms', 'enabled', (config: BackendConfig) => config.auth.sms.enableSignup],
    ['email', 'require_current_password', (config: BackendConfig) => config.auth.requireCurrentPassword],
  ])('reads auth.%s.%s, as the newest Supabase CLI names it', (table, key, read) => {
    for (const value of [true, false])
      expect(read(parseConfig(`[auth.${table}]\n${key} = ${value}`))).toBe(value);
  });

  it('reports where it is not TOML', () => {
    expect(() => parseConfig('[auth')).toThrow(/supabase\/config\.toml is not valid TOML/);
  });

  it.each([
    ['1s', 1],
    ['1h30m', 5400],
    ['500ms', 0.5],
  ])('reads %s as %d seconds', (text, seconds) => {
    expect(parseConfig(`[auth.email]\nmax_frequency = "${text}"`).auth.email.maxFrequency).toBe(seconds);
  });
});
