import { toErrorMessage } from '../http/describe-error.ts';
import { parseSamlKey } from '../identity/saml-key.ts';
import type { AuthConfig, ProviderConfig, SamlConfig, StricterConfig } from './auth-config.ts';
import { readHooks } from './read-hooks.ts';
import { readEmail, readSms } from './read-message-sections.ts';
import { readWebauthn } from './read-webauthn-section.ts';
import type { ConfigNotes, TomlSection } from './toml-section.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

export function readAuthSection(auth: TomlSection, stricter: TomlSection, notes: ConfigNotes): AuthConfig {
  auth.ignore('enabled', 'third_party');
  const email = auth.section('email');
  const limits = auth.section('rate_limit');
  const sessions = auth.section('sessions');
  const oauthServer = auth.section('oauth_server');
  const passkey = auth.section('passkey');
  const web3 = auth.section('web3');
  const hooks = readHooks(auth.section('hook'), notes);
  const requirements = auth.text('password_requirements', '');
  const characters = passwordCharacters(requirements);
  if (characters === undefined)
    notes.problems.push(`auth.password_requirements "${requirements}" is not supported`);
  return {
    siteUrl: readUrl(auth, 'site_url', 'http://localhost:3000', notes),
    externalUrl: readUrl(auth, 'external_url', '', notes),
    additionalRedirectUrls: auth.list('additional_redirect_urls'),
    audience: 'authenticated',
    jwtExpiry: auth.integer('jwt_expiry', 3600, { least: 1, most: 604_800 }),
    jwtSecret: auth.text('jwt_secret', ''),
    jwtIssuer: auth.text('jwt_issuer', ''),
    signingKeysPath: auth.text('signing_keys_path', ''),
    refreshTokenRotation: auth.boolean('enable_refresh_token_rotation', true),
    refreshTokenReuseInterval: auth.integer('refresh_token_reuse_interval', 10, { most: 3600 }),
    refreshTokenVersion:
      auth.integer('refresh_token_algorithm_version', 1, { least: 1, most: 2 }) === 2 ? 2 : 1,
    enableSignup: auth.boolean('enable_signup', true),
    enableAnonymousSignIns: auth.boolean('enable_anonymous_sign_ins', false),
    enableManualLinking: auth.boolean('enable_manual_linking', false),
    minimumPasswordLength: auth.integer('minimum_password_length', 8, { least: 6, most: 72 }),
    passwordCharacters: characters ?? [],
    // Named like a hosted project's settings: the Supabase CLI has no key for the first, and had none for the second.
    refuseLeakedPasswords: auth.boolean('password_hibp_enabled', false),
    requireCurrentPassword: email.boolean(
      'require_current_password',
      auth.boolean('security_update_password_require_current_password', false),
    ),
    rateLimit: {
      emailSent: limits.integer('email_sent', 30),
      smsSent: limits.integer('sms_sent', 30),
      anonymousUsers: limits.integer('anonymous_users', 30),
      tokenRefresh: limits.integer('token_refresh', 150),
      signInSignUps: limits.integer('sign_in_sign_ups', 30),
      tokenVerifications: limits.integer('token_verifications', 30),
      web3: limits.integer('web3', 30),
      // Named after the environment variables (GOTRUE_RATE_LIMIT_SSO, …): the Supabase CLI has no keys for them.
      sso: limits.integer('sso', 30),
      passkey: limits.integer('passkey', 30),
      oauthDynamicClientRegister: limits.integer('oauth_dynamic_client_register', 10),
      samlAssertions: limits.integer('saml_assertions', 30),
    },
    captcha: readCaptcha(auth.section('captcha'), notes),
    email: readEmail(email, notes),
    sms: readSms(auth.section('sms'), notes, hooks.send_sms !== undefined),
    sessions: {
      timebox: sessions.seconds('timebox', 0),
      inactivityTimeout: sessions.seconds('inactivity_timeout', 0),
      allowLowAal: sessions.seconds('allow_low_aal', 0),
      singlePerUser: sessions.boolean('single_per_user', false),
      tags: sessions.list('tags'),
    },
    mfa: readMfa(auth.section('mfa')),
    external: readProviders(auth.section('external'), notes),
    passkeyEnabled: passkey.boolean('enabled', false),
    maxPasskeysPerUser: passkey.integer('max_passkeys_per_user', 10, { least: 1, most: 100 }),
    webauthn: readWebauthn(auth.section('webauthn'), notes),
    web3: {
      solana: web3.section('solana').boolean('enabled', false),
      ethereum: web3.section('ethereum').boolean('enabled', false),
    },
    saml: readSaml(auth.section('saml'), notes),
    scimEnabled: auth.section('scim').boolean('enabled', false),
    oauthServer: {
      enabled: oauthServer.boolean('enabled', false),
      authorizationUrlPath: oauthServer.text('authorization_url_path', '/oauth/consent'),
      allowDynamicRegistration: oauthServer.boolean('allow_dynamic_registration', false),
    },
    hooks,
    stricter: readStricter(stricter),
  };
}

function readUrl(auth: TomlSection, key: string, fallback: string, notes: ConfigNotes): string {
  const value = auth.text(key, fallback);
  if (value !== '' && !URL.canParse(value)) notes.problems.push(`auth.${key} is not a URL ("${value}")`);
  return value.replace(/\/+$/, '');
}

function readCaptcha(captcha: TomlSection, notes: ConfigNotes): AuthConfig['captcha'] {
  const enabled = captcha.boolean('enabled', false);
  const provider = captcha.text('provider', 'hcaptcha');
  const secret = captcha.text('secret', '');
  if (provider !== 'hcaptcha' && provider !== 'turnstile') {
    notes.problems.push(`auth.captcha.provider must be "hcaptcha" or "turnstile", got "${provider}"`);
  }
  if (enabled && secret === '') {
    const message = 'auth.captcha.secret is empty although the captcha is enabled';
    if (captcha.isUnset('secret')) notes.warnings.push(`${message}: every form that needs it is refused`);
    else notes.problems.push(message);
  }
  return { enabled, provider: provider === 'turnstile' ? 'turnstile' : 'hcaptcha', secret };
}

function readMfa(mfa: TomlSection): AuthConfig['mfa'] {
  const totp = mfa.section('totp');
  const phone = mfa.section('phone');
  const webAuthn = mfa.section('web_authn');
  const recoveryCodes = mfa.section('recovery_codes');
  return {
    maxEnrolledFactors: mfa.integer('max_enrolled_factors', 10),
    totp: {
      enrollEnabled: totp.boolean('enroll_enabled', true),
      verifyEnabled: totp.boolean('verify_enabled', true),
    },
    phone: {
      enrollEnabled: phone.boolean('enroll_enabled', false),
      verifyEnabled: phone.boolean('verify_enabled', false),
      otpLength: phone.integer('otp_length', 6, { least: 6, most: 10 }),
      template: phone.text('template', 'Your code is {{ .Code }}'),
      maxFrequency: phone.seconds('max_frequency', 5),
    },
    webAuthn: {
      enrollEnabled: webAuthn.boolean('enroll_enabled', false),
      verifyEnabled: webAuthn.boolean('verify_enabled', false),
    },
    recoveryCodes: {
      enrollEnabled: recoveryCodes.boolean('enroll_enabled', false),
      verifyEnabled: recoveryCodes.boolean('verify_enabled', false),
    },
  };
}

/** `[auth.external.…]`: the sign-in providers. Names are not checked here: an OpenID provider can have any. */
function readProviders(external: TomlSection, notes: ConfigNotes): Record<string, ProviderConfig> {
  return Object.fromEntries(
    external
      .keys()
      .map((name) => [name, readProvider(external.section(name), `auth.external.${name}`, notes)]),
  );
}

function readProvider(section: TomlSection, path: string, notes: ConfigNotes): ProviderConfig {
  const readAddress = (key: string) => {
    const text = section.text(key, '');
    if (text !== '' && !(/^https?:\/\//.test(text) && URL.canParse(text)))
      notes.problems.push(`${path}.${key} is not a URL ("${text}")`);
    return text;
  };
  const provider = {
    enabled: section.boolean('enabled', false),
    clientId: section.text('client_id', ''),
    secret: section.text('secret', ''),
    redirectUri: readAddress('redirect_uri'),
    url: readAddress('url'),
    skipNonceCheck: section.boolean('skip_nonce_check', false),
    emailOptional: section.boolean('email_optional', false),
  };
  if (provider.enabled && (provider.clientId === '' || provider.secret === '')) {
    const missing = provider.clientId === '' ? 'client_id' : 'secret';
    notes.warnings.push(`${path} is enabled without a ${missing}: no user can sign in with it in a browser`);
  }
  return provider;
}

/** `[auth.saml]`: single sign-on. Hosted projects have the same settings under the names GOTRUE_SAML_…. */
function readSaml(saml: TomlSection, notes: ConfigNotes): SamlConfig {
  const externalUrl = saml.text('external_url', '').replace(/\/+$/, '');
  if (externalUrl !== '' && !/^https?:$/.test(URL.parse(externalUrl)?.protocol ?? ''))
    notes.problems.push(`auth.saml.external_url is not a web address ("${externalUrl}")`);
  return {
    enabled: saml.boolean('enabled', false),
    privateKey: readSamlKey(saml, 'private_key', notes),
    privateKeyNext: readSamlKey(saml, 'private_key_next', notes),
    externalUrl,
    relayStateValidity: saml.seconds('relay_state_validity_period', 600),
  };
}

function readSamlKey(saml: TomlSection, name: string, notes: ConfigNotes): string {
  const text = saml.text(name, '');
  try {
    if (text !== '') parseSamlKey(text);
  } catch (error) {
    notes.problems.push(`auth.saml.${name} ${toErrorMessage(error)}`);
  }
  return text;
}

/** `[porchlight.auth]`: rules that are stricter than Supabase's. All are off by default. */
function readStricter(section: TomlSection): StricterConfig {
  return {
    hideAccounts: section.boolean('hide_accounts', false),
    refuseCommonPasswords: section.boolean('refuse_common_passwords', false),
    sameBrowserOnly: section.boolean('same_browser_only', false),
    applicationsUseData: section.boolean('applications_use_data', false),
  };
}

/** The character sets of a `password_requirements` value of config.toml; undefined for an unknown value. */
function passwordCharacters(requirements: string): string[] | undefined {
  switch (requirements) {
    case '':
      return [];
    case 'letters_digits':
      return [lower + upper, digits];
    case 'lower_upper_letters_digits':
      return [lower, upper, digits];
    case 'lower_upper_letters_digits_symbols':
      return [lower, upper, digits, symbols];
    default:
      return undefined;
  }
}
