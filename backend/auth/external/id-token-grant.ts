import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OAuthError, type ServiceError } from '../../http/service-error.ts';
import { requireIdTokenProvider } from '../providers/id-token-provider.ts';
import type { Provider } from '../providers/provider.ts';
import {
  audienceOf,
  type IdTokenClaims,
  IdTokenError,
  isForOurClient,
  verifyIdToken,
} from '../providers/verify-id-token.ts';
import { optionalFlag, optionalText } from '../service/body-shapes.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { requireUser } from '../sessions/require-user.ts';
import { isProviderFault, logRefusal } from './provider-refusal.ts';
import { requireManualLinking } from './require-manual-linking.ts';
import { signInExternalUser } from './sign-in-external-user.ts';

const shape = z.object({
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  link_identity: optionalFlag(false),
});

type Body = z.infer<typeof shape>;

/** POST /token?grant_type=id_token: signs in, or links, with an ID token that an app got from a provider directly. */
export const idTokenGrant: Endpoint = async (request, service) => {
  const body = await request.body(shape);
  if (body.id_token === '') throw invalid('id_token required');
  if (body.provider === '' && (body.client_id === '' || body.issuer === '')) {
    throw invalid('provider or client_id and issuer required');
  }
  const linkTo = body.link_identity ? await requireLinkTarget(request, service) : null;
  const provider = await requireIdTokenProvider(service, body);
  const claims = await readToken(service, provider, body);
  const { name, settings, rules } = provider;
  const account = rules.toAccount(claims, settings);
  const signIn = { provider: name, account, emailOptional: settings.emailOptional, linkTo };
  return signInExternalUser(request, service, signIn, (sql, user) =>
    issueSession({ sql, service, request }, user, 'oauth'),
  );
};

async function requireLinkTarget(request: AuthRequest, service: AuthService): Promise<string> {
  if (!request.headers.has('Authorization'))
    throw invalid('Linking requires a valid user access token in Authorization');
  const { user } = await requireUser(request, service);
  requireManualLinking(service);
  return user.id;
}

type TokenProvider = Awaited<ReturnType<typeof requireIdTokenProvider>>;

async function readToken(service: AuthService, provider: TokenProvider, body: Body): Promise<IdTokenClaims> {
  const { rules, settings } = provider;
  const given = { documents: service.documents, clock: service.clock, accessToken: body.access_token };
  const claims = await verifyIdToken(body.id_token, rules, settings, given).catch((error: unknown) => {
    throw asOAuthError(service, provider, error);
  });
  if (claims.sub === '') throw invalid('Missing sub claim in id_token');
  if (!isForOurClient(claims, settings.clientIds)) {
    const audience = audienceOf(claims).map(String).join(' ').slice(0, 200);
    throw invalid(`Unacceptable audience in id_token: [${audience}]`);
  }
  if (!settings.skipNonceCheck && rules.hasNoNonce !== true) requireNonce(claims, body.nonce);
  return claims;
}

/** The token contains a hash of a value that only the app that requested it knows. */
function requireNonce(claims: IdTokenClaims, nonce: string): void {
  const inToken = claims.nonce ?? '';
  if ((inToken === '') !== (nonce === ''))
    throw invalid('Passed nonce and nonce in id_token should either both exist or not.');
  if (nonce === '') return;
  if (createHash('sha256').update(nonce).digest('hex') !== inToken)
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
}

function asOAuthError(service: AuthService, { name }: Provider, error: unknown): unknown {
  if (!isProviderFault(error)) return error;
  const { message }: ServiceError = logRefusal(service, name, error);
  return error instanceof IdTokenError
    ? invalid('Bad ID token')
    : new OAuthError('temporarily_unavailable', message);
}

function invalid(description: string): OAuthError {
  return new OAuthError('invalid request', description);
}
