import { createHash } from 'node:crypto';
import { ServiceError } from '../../http/service-error.ts';
import { parseChallenge } from '../codes/flow-state.ts';
import { requireProvider } from '../providers/find-provider.ts';
import type { Provider } from '../providers/provider.ts';
import { reservedParameters } from '../providers/reserved-parameters.ts';
import { flowCookie } from '../redirects/flow-cookie.ts';
import { redirectTarget } from '../redirects/redirect.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { beginProviderFlow } from './provider-flow.ts';

const reserved = new Set(reservedParameters);

/** Parameters that are not passed on to the provider. */
const internalParameters = new Set([
  'provider',
  'scopes',
  'redirect_to',
  'skip_http_redirect',
  'invite_token',
]);

export interface StartedSignIn {
  /** The URL at the provider. */
  url: string;
  /** Binds the flow to this browser; undefined where no setting requires that. */
  cookie: string | undefined;
}

/** Starts a sign-in at a provider. All checks run before anything is stored. */
export async function beginSignIn(
  request: AuthRequest,
  service: AuthService,
  linkTo: string | null = null,
): Promise<StartedSignIn> {
  const { query } = request;
  const provider = await requireProvider(service, query.get('provider') ?? '');
  const challenge = {
    code_challenge: query.get('code_challenge') ?? '',
    code_challenge_method: query.get('code_challenge_method') ?? '',
  };
  await requireInvitation(service, query.get('invite_token') ?? '');
  parseChallenge(challenge);
  const { authorization } = await provider.kind.endpoints(provider.settings, service.documents);
  const codeVerifier = provider.kind.usesPkce
    ? Buffer.from(service.random.bytes(32)).toString('base64url')
    : null;
  const state = await beginProviderFlow(service, {
    provider: provider.name,
    challenge,
    referrer: redirectTarget(request, service),
    codeVerifier,
    linkTo,
    emailOptional: provider.settings.emailOptional,
  });
  const { response_mode } = provider.kind.parameters ?? {};
  return {
    url: toAuthorizationUrl(authorization, provider, query, { state, codeVerifier }),
    cookie: flowCookie(request, service, { id: state, returnsByPost: response_mode === 'form_post' }),
  };
}

/** An invite token must belong to an invitation that was sent and not used yet. */
async function requireInvitation({ database }: AuthService, token: string): Promise<void> {
  if (token === '') return;
  const invited = await database.sql`
    select from auth.one_time_tokens where token_type = 'confirmation_token' and token_hash = ${token}`;
  if (invited.length === 0)
    throw new ServiceError('user_not_found', 404, 'User identified by token not found');
}

function toAuthorizationUrl(
  authorization: string,
  { kind, settings }: Provider,
  query: URLSearchParams,
  flow: { state: string; codeVerifier: string | null },
): string {
  const url = new URL(authorization);
  const set = (members: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  };
  const scopes = new Set([...kind.scopes, ...(query.get('scopes') ?? '').split(/[\s,]+/)]);
  scopes.delete('');
  if (scopes.size > 0) set({ scope: [...scopes].join(' ') });
  for (const [name, value] of query) {
    if (internalParameters.has(name) || reserved.has(name.toLowerCase())) continue;
    // WorkOS has a parameter with the same name as one of our own.
    set({ [name === 'workos_provider' ? 'provider' : name]: value });
  }
  set({
    ...kind.parameters,
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    response_type: 'code',
    state: flow.state,
  });
  if (flow.codeVerifier !== null) {
    const code_challenge = createHash('sha256').update(flow.codeVerifier).digest('base64url');
    set({ code_challenge, code_challenge_method: 'S256' });
  }
  // Some providers do not decode a plus sign as a space.
  return url.href.replaceAll('+', '%20');
}
