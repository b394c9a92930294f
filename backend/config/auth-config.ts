import type { HookTargets } from './read-hooks.ts';

/** The settings of the auth service: the `[auth]` table of supabase/config.toml, read and checked. Durations are in seconds. */
export interface AuthConfig {
  siteUrl: string;
  /** Where clients reach this API, without a slash at the end. Empty: the site's address and the base path. */
  externalUrl: string;
  additionalRedirectUrls: string[];
  audience: string;
  jwtExpiry: number;
  jwtSecret: string;
  jwtIssuer: string;
  signingKeysPath: string;
  refreshTokenRotation: boolean;
  refreshTokenReuseInterval: number;
  /** 1: opaque tokens stored in a table; 2: signed tokens counted in their session. Both are always accepted. */
  refreshTokenVersion: 1 | 2;
  enableSignup: boolean;
  enableAnonymousSignIns: boolean;
  enableManualLinking: boolean;
  minimumPasswordLength: number;
  /** Sets of characters; a password needs at least one character of each. */
  passwordCharacters: string[];
  /** New passwords are looked up in the list of leaked ones (haveibeenpwned.com). */
  refuseLeakedPasswords: boolean;
  /** A password change requires the current password, except after a recovery. */
  requireCurrentPassword: boolean;
  rateLimit: RateLimitConfig;
  captcha: CaptchaConfig;
  email: EmailConfig;
  sms: SmsConfig;
  sessions: SessionConfig;
  mfa: MfaConfig;
  external: Record<string, ProviderConfig>;
  passkeyEnabled: boolean;
  maxPasskeysPerUser: number;
  webauthn: { rpDisplayName: string; rpId: string; rpOrigins: string[] };
  web3: { solana: boolean; ethereum: boolean };
  saml: SamlConfig;
  /** Serves the discovery documents of SCIM. */
  scimEnabled: boolean;
  oauthServer: { enabled: boolean; authorizationUrlPath: string; allowDynamicRegistration: boolean };
  hooks: HookTargets;
  stricter: StricterConfig;
}

/** Settings that Supabase does not have: `[porchlight.auth]` of supabase/config.toml. */
export interface StricterConfig {
  /** Sign-up and codes return the same response for known and unknown addresses, down to its keys. */
  hideAccounts: boolean;
  /** New passwords are checked against a list of the most common ones, which comes with the program. */
  refuseCommonPasswords: boolean;
  /** A sign-in with a provider can finish only in the browser that started it. */
  sameBrowserOnly: boolean;
  /** Tokens of third-party applications may call rest and storage, where row security decides. */
  applicationsUseData: boolean;
}

/** Per hour for messages and anonymous users, per five minutes for the rest. */
export interface RateLimitConfig {
  emailSent: number;
  smsSent: number;
  anonymousUsers: number;
  tokenRefresh: number;
  signInSignUps: number;
  tokenVerifications: number;
  web3: number;
  sso: number;
  passkey: number;
  oauthDynamicClientRegister: number;
  /** Responses of SAML identity providers: all users of a company may share one address. */
  samlAssertions: number;
}

export interface CaptchaConfig {
  enabled: boolean;
  provider: 'hcaptcha' | 'turnstile';
  secret: string;
}

export interface MailTemplateConfig {
  enabled: boolean;
  subject: string;
  contentPath: string;
}

export interface EmailConfig {
  enableSignup: boolean;
  doubleConfirmChanges: boolean;
  enableConfirmations: boolean;
  securePasswordChange: boolean;
  maxFrequency: number;
  otpLength: number;
  otpExpiry: number;
  smtp: {
    enabled: boolean;
    host: string;
    port: number;
    user: string;
    pass: string;
    adminEmail: string;
    senderName: string;
  };
  template: Record<string, MailTemplateConfig>;
  notification: Record<string, MailTemplateConfig>;
}

export interface SmsConfig {
  enableSignup: boolean;
  enableConfirmations: boolean;
  template: string;
  maxFrequency: number;
  otpLength: number;
  otpExpiry: number;
  /** Fixed codes for given phone numbers, for tests and app reviewers. */
  testOtp: Record<string, string>;
  /** The enabled provider, or empty if there is none that can be used. */
  provider: '' | 'twilio' | 'messagebird' | 'textlocal' | 'vonage';
  settings: Record<string, string>;
}

export interface SessionConfig {
  /** 0: no limit. */
  timebox: number;
  inactivityTimeout: number;
  allowLowAal: number;
  singlePerUser: boolean;
  tags: string[];
}

export interface MfaConfig {
  maxEnrolledFactors: number;
  totp: { enrollEnabled: boolean; verifyEnabled: boolean };
  phone: {
    enrollEnabled: boolean;
    verifyEnabled: boolean;
    otpLength: number;
    template: string;
    maxFrequency: number;
  };
  webAuthn: { enrollEnabled: boolean; verifyEnabled: boolean };
  recoveryCodes: { enrollEnabled: boolean; verifyEnabled: boolean };
}

/** Single sign-on with SAML 2.0. */
export interface SamlConfig {
  enabled: boolean;
  /** Empty: a key is generated and stored in the data directory. */
  privateKey: string;
  /** Published to identity providers before it replaces the current key. */
  privateKeyNext: string;
  /** The URL at which identity providers reach this service, if it differs from the public one. */
  externalUrl: string;
  /** How long a user may take at the identity provider. */
  relayStateValidity: number;
}

export interface ProviderConfig {
  enabled: boolean;
  clientId: string;
  secret: string;
  redirectUri: string;
  url: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
}
