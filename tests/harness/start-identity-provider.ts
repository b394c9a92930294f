/** For tests: an OpenID provider from npm on a free port of loopback, and a user who signs in there. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Context } from 'oidc-provider';

export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** How the provider misbehaves. */
export type Trouble = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface IdentityProvider {
  issuer: string;
  /** Where it listens. Its issuer, unless it has a name of its own. */
  address: string;
  /** Headers that the proxy of a provider with its own name adds to each request. */
  forwarded: Record<string, string>;
  clientId: string;
  secret: string;
  /** The user who signs in. */
  person: ProviderPerson;
  /** The user refuses. */
  isDenied: boolean;
  /** Answers in place of the provider when it returns true. */
  trouble: Trouble | undefined;
  /** The requested addresses. */
  requests: string[];
  /** Goes through the provider's pages as a browser does, to the address that it redirects to. */
  signIn(authorization: string): Promise<URL>;
  close(): Promise<void>;
}

/** `name`: its public address, such as `https://id.example`, when it is behind a proxy. */
export async function startIdentityProvider(
  redirectUris: string[],
  name?: string,
): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = name ?? address;
  const { host, protocol } = new URL(issuer);
  const idp: IdentityProvider = {
    issuer,
    address,
    forwarded: { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) },
    clientId: 'porchlight',
    secret: 'a secret of the client',
    person: { sub: 'nobody' },
    isDenied: false,
    trouble: undefined,
    requests: [],
    signIn: (authorization) => browse(authorization, idp),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = createProvider(idp, redirectUris);
  provider.proxy = true;
  const serve = provider.callback();
  answer = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    idp.requests.push(pathname);
    if (idp.trouble?.(request, response)) return;
    if (!pathname.startsWith('/interaction/')) {
      serve(request, response);
      return;
    }
    const result = idp.isDenied
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : { login: { accountId: idp.person.sub } };
    void provider.interactionFinished(request, response, result);
  };
  return idp;
}

function createProvider(idp: IdentityProvider, redirectUris: string[]): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'first', alg: 'ES256', use: 'sig' };
  return new Provider(idp.issuer, {
    clients: [
      {
        client_id: idp.clientId,
        client_secret: idp.secret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key for the cookies'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [key] },
    pkce: { required: () => false },
    issueRefreshToken: () => true,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 600,
      Session: 600,
    },
    findAccount: async (_context: Context, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...idp.person, sub }),
    }),
    // Every user consents to everything.
    async loadExistingGrant({ oidc }: Context) {
      const { client, session, params } = oidc;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(params.scope ?? '');
      await grant.save();
      return grant;
    },
  });
}

/** A new browser for each sign-in, so that no user is signed in at the provider. */
async function browse(start: string, idp: IdentityProvider): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(start);
  for (let steps = 0; steps < 10; steps += 1) {
    if (address.origin !== idp.issuer) return address;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address.href.replace(idp.issuer, idp.address), {
      redirect: 'manual',
      headers: { ...idp.forwarded, cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`${address.href} answered ${response.status}: ${await response.text()}`);
    address = new URL(location, address);
  }
  throw new Error('The provider did not redirect back.');
}
