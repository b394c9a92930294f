import type { JSONWebKeySet } from 'jose';

/** OpenID Connect Discovery metadata of a provider. */
export interface Discovery {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint?: string | undefined;
  token_endpoint_auth_methods_supported?: string[] | undefined;
  scopes_supported?: string[] | undefined;
  response_types_supported?: string[] | undefined;
  grant_types_supported?: string[] | undefined;
  subject_types_supported?: string[] | undefined;
}

/** The documents that providers publish. */
export interface Documents {
  /** The discovery document of an issuer, which must name exactly this issuer. */
  discovery(issuer: string, address?: string): Promise<Discovery>;
  /** Reads it without the cache, for an admin who checks whether the provider works. */
  discoveryNow(issuer: string, address?: string): Promise<Discovery>;
  keys(address: string, options?: { mustRevalidate?: boolean }): Promise<JSONWebKeySet>;
  forgetDiscovery(issuer: string, address?: string): void;
}
