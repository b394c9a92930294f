import { flagAt, memberAt, parseProviderJson, textAt } from '../json-members.ts';
import type { ExternalAccount, ProviderKind } from '../provider.ts';
import { ProviderFault } from '../provider-fault.ts';
import { toAccount } from '../to-account.ts';

const issuers = ['https://appleid.apple.com', 'https://account.apple.com'];

/**
 * https://developer.apple.com/documentation/signinwithapplerestapi. Apple answers with a form post, sends a user's name only the
 * first time and only in that form, and needs a signed token as the client secret (`secret`), which the owner renews every half
 * year.
 */
export const apple: ProviderKind = {
  scopes: ['email', 'name'],
  parameters: { response_mode: 'form_post' },
  endpoints: () => ({
    authorization: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
  }),
  async readAccount({ readIdToken, callbackParameters }) {
    const account = toAppleAccount(await readIdToken());
    const name = nameIn(callbackParameters.get('user') ?? '');
    if (name === '') return account;
    return { ...account, claims: { ...account.claims, name, full_name: name } };
  },
  idTokens: {
    issuer: (_settings, claimed) => issuers.find((issuer) => issuer === claimed),
    keysAt: () => 'https://appleid.apple.com/auth/keys',
    toAccount: toAppleAccount,
  },
};

function toAppleAccount(claims: Record<string, unknown>): ExternalAccount {
  const custom = {
    ...('is_private_email' in claims && { is_private_email: flagAt(claims, 'is_private_email') }),
    ...('auth_time' in claims && { auth_time: memberAt(claims, 'auth_time') }),
    ...('transfer_sub' in claims && { transfer_sub: textAt(claims, 'transfer_sub') }),
  };
  // Apple returns verified addresses only, and says so in a member that may be a string.
  const isVerified = !('email_verified' in claims) || flagAt(claims, 'email_verified');
  return toAccount({
    issuer: textAt(claims, 'iss'),
    subject: textAt(claims, 'sub'),
    emails: [{ email: textAt(claims, 'email'), isVerified, isPrimary: true }],
    ...(Object.keys(custom).length > 0 && { custom }),
  });
}

/** The browser sends it and Apple does not sign it: it is only a display name, and no decision depends on it. */
function nameIn(user: string): string {
  if (user === '') return '';
  let value: unknown;
  try {
    value = parseProviderJson(user);
  } catch (error) {
    throw new ProviderFault('The name in the callback is not JSON.', error);
  }
  return `${textAt(value, 'name', 'firstName')} ${textAt(value, 'name', 'lastName')}`.trim().slice(0, 500);
}
