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
  /** 1: opaque tokens kept in a table; 2: signed tokens counted in their session. Both are always accepted. */
  refreshTokenVersion: 1 | 2;
  enableSignup: boolean;
  enableAnonymousSignIns: boolean;
  enableManualLinking: boolean;
  minimumPasswordLength: number;
  /** Sets of characters, of each of which a password needs one. */
  passwordCharacters: string[];
  /** New passwords are looked up in the list of leaked ones (haveibeenpwned.com). */
  refuseLeakedPasswords: boolean;
  /** A new password is set only with the present one, except after a recovery. */
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
  /** The discovery documents of SCIM. */
  scimEnabled: boolean;
  oauthServer: { enabled: boolean; authorizationUrlPath: string; allowDynamicRegistration: boolean };
  hooks: HookTargets;
  stricter: StricterConfig;
}

/** Beyond the reference server: `[porchlight.auth]` of supabase/config.toml. */
export interface StricterConfig {
  /** Sign-up and codes answer alike for known and unknown addresses, down to the keys of the answer. */
  hideAccounts: boolean;
  /** New passwords are looked up in a list of the most common ones, which is part of the program. */
  refuseCommonPasswords: boolean;
  /** A sign-in with a provider ends only in the browser that began it. */
  sameBrowserOnly: boolean;
  /** Tokens of third-party applications reach rest and storage, where policies decide. */
  applicationsUseData: boolean;
}

/** Per hour for what is sent and for anonymous users, per five minutes for the rest. */
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
  /** Answers of identity providers, all of whose people may come from one address. */
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
  /** Codes that hold for given numbers, for tests and app reviewers. */
  testOtp: Record<string, string>;
  /** The provider that is enabled, or empty. */
  provider: '' | 'twilio' | 'twilio_verify' | 'messagebird' | 'textlocal' | 'vonage';
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
  /** Empty: one is made and kept in the data directory. */
  privateKey: string;
  /** Shown to identity providers before it takes the other's place. */
  privateKeyNext: string;
  /** Where identity providers reach this service, if not where everybody does. */
  externalUrl: string;
  /** How long somebody may take at the identity provider. */
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
