/** For tests: an application built with the library openid-client, and a user on the consent page. */
import { generateKeyPairSync } from 'node:crypto';
import * as oidc from 'openid-client';
import type { SigningJwk } from '../../../backend/identity/signing-keys.ts';
import { freshEmail } from '../fresh-contact.ts';
import type { TestService } from './test-service.ts';

export const issuer = 'http://backend.test/auth/v1';
export const settings = `
[auth]
site_url = "http://localhost:3000"
external_url = "${issuer}"
minimum_password_length = 6
[auth.email]
enable_confirmations = false
[auth.oauth_server]
enabled = true
allow_dynamic_registration = true
`;

export function createSigningKey(): SigningJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: crypto.randomUUID(), alg: 'ES256' };
}

/** A fetch for the library that calls the backend under test. Everything it sends is a form or JSON. */
export function fetchThrough(service: TestService): oidc.CustomFetch {
  return (url, { body, method, headers }) =>
    service.backend.fetch(new Request(url, { method, headers, body: body == null ? null : String(body) }), {
      remoteAddress: service.address,
    });
}

export interface Application {
  config: oidc.Configuration;
  id: string;
  redirectUri: string;
}

/** Registers an application dynamically and reads our discovery document. */
export async function registerApplication(
  service: TestService,
  metadata: { redirect_uris?: string[]; token_endpoint_auth_method?: string; grant_types?: string[] } = {},
): Promise<Application> {
  const uris = metadata.redirect_uris ?? [`https://app-${crypto.randomUUID()}.example/callback`];
  const options = { [oidc.customFetch]: fetchThrough(service), execute: [oidc.allowInsecureRequests] };
  const about = { client_name: 'Garden Planner', ...metadata, redirect_uris: uris };
  const registered = await oidc.dynamicClientRegistration(new URL(issuer), about, oidc.None(), options);
  const { client_id: id, ...known } = registered.clientMetadata();
  const proof = authentications[String(known.token_endpoint_auth_method)]?.(String(known.client_secret));
  const config = await oidc.discovery(new URL(issuer), id, known, proof, options);
  return { config, id, redirectUri: uris[0] ?? '' };
}

const authentications: Record<string, (secret: string) => oidc.ClientAuth> = {
  none: () => oidc.None(),
  client_secret_basic: (secret) => oidc.ClientSecretBasic(secret),
  client_secret_post: (secret) => oidc.ClientSecretPost(secret),
};

export interface Person {
  id: string;
  email: string;
  token: string;
}

export async function signUpUser(service: TestService): Promise<Person> {
  const email = freshEmail();
  const { body } = await service.post('/signup', { email, password: 'long enough', data: { name: 'Ada' } });
  return { id: body.user.id, email, token: body.access_token };
}

export interface Flow {
  verifier: string;
  state: string;
  /** Undefined where no ID token is requested. */
  nonce: string | undefined;
  /** The id of the authorization request. */
  authorizationId: string;
}

/** The application redirects a user to us; the user arrives at the consent page. */
export async function beginFlow(
  service: TestService,
  app: Application,
  scope = 'openid email profile',
): Promise<Flow> {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = scope.includes('openid') ? oidc.randomNonce() : undefined;
  const url = oidc.buildAuthorizationUrl(app.config, {
    redirect_uri: app.redirectUri,
    scope,
    state,
    ...(nonce === undefined ? {} : { nonce }),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const { headers } = await service.call('GET', url.href.slice(issuer.length));
  const location = new URL(headers.get('Location') ?? '');
  return { verifier, state, nonce, authorizationId: location.searchParams.get('authorization_id') ?? '' };
}

/** The user opens the consent page and decides. Returns the URL that the browser is redirected to. */
export async function decide(
  service: TestService,
  person: Person,
  flow: Flow,
  action: 'approve' | 'deny' = 'approve',
): Promise<URL> {
  const path = `/oauth/authorizations/${flow.authorizationId}`;
  const shown = await service.call('GET', path, { token: person.token });
  if (shown.body.redirect_url !== undefined) return new URL(shown.body.redirect_url);
  const { body } = await service.post(`${path}/consent`, { action }, { token: person.token });
  return new URL(body.redirect_url);
}

/** The application exchanges the code, with every check of the library. */
export function exchange(app: Application, flow: Flow, callback: URL) {
  return oidc.authorizationCodeGrant(app.config, callback, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    ...(flow.nonce === undefined ? {} : { expectedNonce: flow.nonce }),
  });
}

/** Consent and exchange in one step. */
export async function signInThrough(service: TestService, app: Application, person: Person, scope?: string) {
  const flow = await beginFlow(service, app, scope);
  return exchange(app, flow, await decide(service, person, flow));
}

/** The token endpoint without a library. */
export function requestTokens(service: TestService, form: Record<string, string>, basic?: string) {
  return service.call('POST', '/oauth/token', {
    text: new URLSearchParams(form).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(basic === undefined ? {} : { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
    },
  });
}
