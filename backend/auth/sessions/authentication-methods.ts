/** The authentication methods, as access tokens name them. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'sso/saml'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code'
  | 'anonymous'
  | 'web3'
  | 'passkey'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'token_refresh'
  | 'oauth_provider/authorization_code';

export interface AmrEntry {
  method: string;
  timestamp: number;
  provider?: string;
}

export type AssuranceLevel = 'aal1' | 'aal2' | 'aal3';

/** A passkey proves one factor only, so it is not among them. */
const secondFactors = new Set<string>(['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code']);

export function assuranceOf(amr: readonly AmrEntry[]): AssuranceLevel {
  return amr.some((entry) => secondFactors.has(entry.method)) ? 'aal2' : 'aal1';
}

/** Methods after which a new password may be set without the old one. */
export function isRecovery(amr: readonly AmrEntry[]): boolean {
  return amr.some(
    (entry) => entry.method === 'otp' || entry.method === 'magiclink' || entry.method === 'recovery',
  );
}

/** The authentication method of a mail link in the PKCE flow, from the `type` in the link. */
export function methodOfLink(type: string): AuthenticationMethod | undefined {
  switch (type) {
    case 'signup':
      return 'email/signup';
    case 'magiclink':
    case 'recovery':
    case 'invite':
    case 'email_change':
      return type;
    default:
      return undefined;
  }
}
