import type { Metadata } from '../accounts/user-row.ts';
import type { Documents } from '../service/provider-documents.ts';

/** An email address of a user at a provider. */
export interface ProviderEmail {
  email: string;
  isVerified: boolean;
  isPrimary: boolean;
}

/** What a provider says about a user who signed in there. `claims.sub` is the user's id at the provider. */
export interface ExternalAccount {
  emails: ProviderEmail[];
  claims: Metadata & { sub: string };
}

/** The complete settings of a provider. */
export interface ProviderSettings {
  clientId: string;
  /** ID tokens for any of these are accepted. */
  clientIds: readonly string[];
  secret: string;
  redirectUri: string;
  /** The URL of the provider, if not the default; without a slash at the end. */
  url: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
}

/** Where a sign-in begins, and where its code is exchanged. */
export interface Endpoints {
  authorization: string;
  token: string;
  /** How we send the client secret: in the form, which most providers accept, or in a header. */
  secretIn?: 'form' | 'header';
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken: string;
  idToken: string;
  /** All other members of the token response. */
  answer: Record<string, unknown>;
}

/** A sign-in that returned from the provider, for the provider's own code that reads the user. */
export interface SignedIn {
  settings: ProviderSettings;
  tokens: ProviderTokens;
  documents: Documents;
  /** The parameters of the callback. */
  callbackParameters: URLSearchParams;
  /** Calls the provider's API with the user's access token. */
  read(address: string, headers?: Record<string, string>): Promise<unknown>;
  /** The claims of the ID token, verified for this provider and our client. */
  readIdToken(): Promise<Metadata>;
}

/** How a provider's ID tokens are verified and read. */
export interface IdTokenRules {
  /** The issuer to expect, given the one that a token claims. Undefined: no such token is accepted. */
  issuer(settings: ProviderSettings, claimed: string): string | undefined;
  /** The URL of the issuer's keys, if its discovery document is not needed. */
  keysAt?(issuer: string): string;
  /** The URL of the discovery document, if not the default below the issuer. */
  discoveryAt?: string;
  /** What the token says about the user. */
  toAccount(claims: Metadata, settings: ProviderSettings): ExternalAccount;
  /** The provider cannot carry a nonce. */
  hasNoNonce?: boolean;
}

/** One provider: its endpoints, its parameters, and how its answers are read. A new provider is one file that exports this. */
export interface ProviderKind {
  /** The scopes that are always requested. */
  scopes: readonly string[];
  endpoints(settings: ProviderSettings, documents: Documents): Endpoints | Promise<Endpoints>;
  /** Further parameters of the authorization URL. */
  parameters?: Readonly<Record<string, string>>;
  /** Set when the provider sends `iss` in its callbacks (RFC 9207). */
  issuer?: string;
  /** We send a code challenge of our own to the provider. */
  usesPkce?: boolean;
  readAccount(signedIn: SignedIn): Promise<ExternalAccount>;
  /** Set when the provider issues ID tokens. */
  idTokens?: IdTokenRules;
}

/** A provider with its settings. */
export interface Provider {
  /** The provider's name in auth.identities. */
  name: string;
  kind: ProviderKind;
  settings: ProviderSettings;
}

export interface FoundProvider extends Provider {
  isEnabled: boolean;
}
