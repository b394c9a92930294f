import type { Metadata } from '../accounts/user-row.ts';
import { flagAt, textAt } from './json-members.ts';
import type { ExternalAccount, ProviderKind } from './provider.ts';
import { completeAccount } from './to-account.ts';

/** Claims of OpenID Connect that are stored under their own names. */
const profileClaims = [
  'iss',
  'sub',
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone',
];

/** The standard claims of OpenID Connect. An address counts as verified only when the provider says so. */
export function fromStandardClaims(claims: Metadata): ExternalAccount {
  const email = textAt(claims, 'email');
  const emails =
    email === '' ? [] : [{ email, isVerified: flagAt(claims, 'email_verified'), isPrimary: true }];
  const profile = Object.fromEntries(profileClaims.map((name) => [name, textAt(claims, name)]));
  const { name = '', picture = '', sub = '' } = profile;
  return completeAccount(emails, { ...profile, full_name: name, avatar_url: picture, provider_id: sub });
}

export interface OidcOptions {
  issuer: string;
  discoveryAt?: string | undefined;
  scopes?: readonly string[];
  parameters?: Readonly<Record<string, string>>;
  usesPkce?: boolean;
  toAccount?(claims: Metadata): ExternalAccount;
}

/** Any provider that publishes a discovery document. */
export function createOidcKind(options: OidcOptions): ProviderKind {
  const { issuer, discoveryAt, toAccount = fromStandardClaims } = options;
  const scopes = options.scopes ?? ['email', 'profile'];
  return {
    issuer,
    scopes: scopes.includes('openid') ? scopes : ['openid', ...scopes],
    usesPkce: options.usesPkce ?? true,
    ...(options.parameters !== undefined && { parameters: options.parameters }),
    async endpoints(_settings, documents) {
      const found = await documents.discovery(issuer, discoveryAt);
      // Without a list, OpenID Connect's default is the header.
      const inForm = found.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
      return {
        authorization: found.authorization_endpoint,
        token: found.token_endpoint,
        secretIn: inForm ? 'form' : 'header',
      };
    },
    async readAccount({ readIdToken, read, documents }) {
      const claims = await readIdToken();
      // Providers may keep an ID token small and return the address only from the userinfo endpoint.
      const { userinfo_endpoint: address } = await documents.discovery(issuer, discoveryAt);
      if (textAt(claims, 'email') !== '' || address === undefined) return toAccount(claims);
      const more = await read(address);
      const isSame = textAt(more, 'sub') === claims.sub;
      return toAccount(isSame ? { ...Object(more), ...claims } : claims);
    },
    idTokens: {
      issuer: () => issuer,
      ...(discoveryAt !== undefined && { discoveryAt }),
      toAccount,
    },
  };
}
