import { ServiceError } from '../../http/service-error.ts';
import type { TokenKind } from '../accounts/one-time-tokens.ts';

/** The purpose of a link or code. `email` stands for either signup or magiclink. */
const kindsOfType = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
} as const satisfies Record<string, readonly TokenKind[]>;

export type VerificationType = keyof typeof kindsOfType;

export function parseVerificationType(text: string): VerificationType {
  if (text === '') {
    throw ServiceError.validationFailed('Verify requires a verification type');
  }
  if (!Object.hasOwn(kindsOfType, text)) {
    throw ServiceError.validationFailed('Unsupported verification type');
  }
  return text as VerificationType;
}

export function tokenKinds(type: VerificationType): TokenKind[] {
  return [...kindsOfType[type]];
}

export function isPhoneType(type: VerificationType): boolean {
  return type === 'sms' || type === 'phone_change';
}

/** The type that was verified, once the kind of token is known. */
export function resolveType(type: VerificationType, kind: TokenKind): Exclude<VerificationType, 'email'> {
  if (type !== 'email') return type;
  return kind === 'recovery_token' ? 'magiclink' : 'signup';
}
