import { parseEmail } from '../accounts/addresses.ts';
import type { Metadata } from '../accounts/user-row.ts';
import type { ExternalAccount, ProviderEmail } from './provider.ts';
import { ProviderFault } from './provider-fault.ts';

/** Every access token contains what a provider says about a user. */
const maxBytes = 16_384;

export interface Person {
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
export function toAccount(person: Person): ExternalAccount {
  const { issuer, subject, name = '', picture = '' } = person;
  return completeAccount(person.emails, {
    iss: issuer,
    sub: subject,
    name,
    picture,
    ...person.more,
    full_name: name,
    avatar_url: picture,
    provider_id: subject,
    ...(person.custom !== undefined && { custom_claims: person.custom }),
  });
}

/** Drops empty claims and invalid e-mail addresses. Throws without a `sub`. */
export function completeAccount(emails: ProviderEmail[], claims: Metadata): ExternalAccount {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > 512)
    throw new ProviderFault('It does not say who signed in.');
  const valid = emails.flatMap(({ email, ...rest }) => {
    const plain = findEmail(email);
    return plain === undefined ? [] : [{ ...rest, email: plain }];
  });
  const primary = primaryEmail(valid);
  const kept = Object.entries(claims).filter(([, value]) => value !== '' && value !== undefined);
  const complete = {
    ...Object.fromEntries(kept),
    sub,
    ...(primary !== undefined && { email: primary.email }),
    email_verified: primary?.isVerified ?? false,
    phone_verified: false,
  };
  if (JSON.stringify(complete).length > maxBytes)
    throw new ProviderFault(`It says more than ${maxBytes} bytes about the person.`);
  return { emails: valid, claims: complete };
}

/** The address that identifies the user: a verified one if there is any, and of those the provider's first. */
export function primaryEmail(emails: readonly ProviderEmail[]): ProviderEmail | undefined {
  const proven = emails.filter(({ isVerified }) => isVerified);
  const candidates = proven.length > 0 ? proven : emails;
  return candidates.find(({ isPrimary }) => isPrimary) ?? candidates[0];
}

function findEmail(email: string): string | undefined {
  try {
    return parseEmail(email.trim());
  } catch {
    return undefined;
  }
}
