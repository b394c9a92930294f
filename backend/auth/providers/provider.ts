import type { Metadata } from '../accounts/user-row.ts';
import type { Documents } from './documents.ts';

/** An address that a provider knows somebody by. */
export interface ProviderEmail {
  email: string;
  isVerified: boolean;
  isPrimary: boolean;
}

/** What a provider says about somebody who signed in there. `claims.sub` is the name of the account at the provider. */
export interface ExternalAccount {
  emails: ProviderEmail[];
  claims: Metadata & { sub: string };
}

/** What the owner set for a provider, complete. */
export interface ProviderSettings {
  clientId: string;
  /** ID tokens for any of these are accepted. */
  clientIds: readonly string[];
  secret: string;
  redirectUri: string;
  /** Where the provider is, if not at its usual place; without a slash at the end. */
  url: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
}

/** Where a sign-in begins, and where its code is exchanged. */
export interface Endpoints {
  authorization: string;
  token: string;
  /** How we prove who we are: as members of the form, which most providers take, or in a header. */
  secretIn?: 'form' | 'header';
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken: string;
  idToken: string;
  /** Everything else that came with them. */
  answer: Record<string, unknown>;
}

/** A sign-in that came back, for the part of a provider that finds out who it was. */
export interface SignedIn {
  settings: ProviderSettings;
  tokens: ProviderTokens;
  documents: Documents;
  /** Everything that the browser brought along. */
  brought: URLSearchParams;
  /** Asks the provider in the name of the person. */
  read(address: string, headers?: Record<string, string>): Promise<unknown>;
  /** The claims of the ID token, when it is this provider's and made for us. */
  readIdToken(): Promise<Metadata>;
}

/** How a provider's ID tokens are checked and read. */
export interface IdTokenRules {
  /** The issuer to expect, given the one that a token claims. Undefined: no such token is accepted. */
  issuer(settings: ProviderSettings, claimed: string): string | undefined;
  /** Where the issuer's keys are, if its discovery document need not be asked. */
  keysAt?(issuer: string): string;
  /** Where the discovery document is, if not at its usual place below the issuer. */
  discoveryAt?: string;
  /** What the token says about the person. */
  toAccount(claims: Metadata, settings: ProviderSettings): ExternalAccount;
  /** The provider cannot carry a nonce. */
  hasNoNonce?: boolean;
}

/** One provider: where it is, what is asked of it, and how its answers read. Adding one is one file that exports this. */
export interface ProviderKind {
  /** What people are always asked to share. */
  scopes: readonly string[];
  endpoints(settings: ProviderSettings, documents: Documents): Endpoints | Promise<Endpoints>;
  /** Further members of the address that a sign-in begins with. */
  parameters?: Readonly<Record<string, string>>;
  /** Set when the provider names itself in the addresses that it sends people back to (RFC 9207). */
  issuer?: string;
  /** We send a code challenge of our own to the provider. */
  usesPkce?: boolean;
  readAccount(signedIn: SignedIn): Promise<ExternalAccount>;
  /** Set when the provider gives out ID tokens. */
  idTokens?: IdTokenRules;
}

/** A provider with its settings. */
export interface Provider {
  /** As identities name it. */
  name: string;
  kind: ProviderKind;
  settings: ProviderSettings;
}

export interface FoundProvider extends Provider {
  isEnabled: boolean;
}
