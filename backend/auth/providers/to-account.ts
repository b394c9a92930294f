import { parseEmail } from '../accounts/addresses.ts';
import type { Metadata } from '../accounts/user-row.ts';
import type { ExternalAccount, ProviderEmail } from './provider.ts';
import { ProviderFault } from './provider-fault.ts';

/** Every access token contains what a provider says about a user. */
const maxBytes = 16_384;

export interface ProviderProfile {
  issuer: string;
  subject: string;
  emails: ProviderEmail[];
  name?: string;
  picture?: string;
  /** Further claims with names of their own, such as `preferred_username`. */
  more?: Metadata;
  /** Claims that only this provider has. */
  custom?: Metadata;
}

/** An account with the claim names of the reference server. Some are there twice, under their older names. */
export function toAccount(profile: ProviderProfile): ExternalAccount {
  const { issuer, subject, name = '', picture = '' } = profile;
  return completeAccount(profile.emails, {
    iss: issuer,
    sub: subject,
    name,
    picture,
    ...profile.more,
    full_name: name,
    avatar_url: picture,
    provider_id: subject,
    ...(profile.custom !== undefined && { custom_claims: profile.custom }),
  });
}

/** Drops empty claims and invalid email addresses. Throws without a `sub`. */
export function completeAccount(emails: ProviderEmail[], claims: Metadata): ExternalAccount {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > 512)
    throw new ProviderFault('It does not say who signed in.');
  const valid = emails.flatMap(({ email, ...rest }) => {
    const plain = findEmail(email);
    return plain === undefined ? [] : [{ ...rest, email: plain }];
  });
  const primary = primaryEmail(valid);
  const nonEmpty = Object.entries(claims).filter(([, value]) => value !== '' && value !== undefined);
  const complete = {
    ...Object.fromEntries(nonEmpty),
    sub,
    ...(primary !== undefined && { email: primary.email }),
    email_verified: primary?.isVerified ?? false,
    phone_verified: false,
  };
  if (JSON.stringify(complete).length > maxBytes)
    throw new ProviderFault(`It sent more than ${maxBytes} bytes about the user.`);
  return { emails: valid, claims: complete };
}

/** The address that identifies the user: a verified one if there is any, and of those the provider's first. */
export function primaryEmail(emails: readonly ProviderEmail[]): ProviderEmail | undefined {
  const verified = emails.filter(({ isVerified }) => isVerified);
  const candidates = verified.length > 0 ? verified : emails;
  return candidates.find(({ isPrimary }) => isPrimary) ?? candidates[0];
}

function findEmail(email: string): string | undefined {
  try {
    return parseEmail(email.trim());
  } catch {
    return undefined;
  }
}
