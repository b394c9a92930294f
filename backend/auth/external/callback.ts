import { readFormBody } from '../../http/form-body.ts';
import { ServiceError } from '../../http/service-error.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { createSignedIn, exchangeCode } from '../providers/exchange-code.ts';
import { requireProvider } from '../providers/find-provider.ts';
import type { ExternalAccount, Provider, ProviderTokens } from '../providers/provider.ts';
import { clearFlowCookie, isFromSameBrowser } from '../redirects/flow-cookie.ts';
import { codeUrl, errorUrl, returnTarget, sessionUrl } from '../redirects/return-url.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import {
  consumeProviderFlow,
  endProviderFlow,
  issueProviderCode,
  type ProviderFlow,
} from './provider-flow.ts';
import { logRefusal } from './provider-refusal.ts';
import { redirect } from './redirect.ts';
import { signInExternalUser } from './sign-in-external-user.ts';

/**
 * GET and POST /callback: handles the browser's return from a provider and redirects it to the site, signed in or with the error.
 */
export const callback: Endpoint = async (request, service) => {
  let target = returnTarget(service, undefined);
  let name = 'a provider';
  try {
    await limitRoute(request, service, 'callback');
    const callbackParameters = request.method === 'POST' ? await readFormBody(request.raw) : request.query;
    const state = callbackParameters.get('state') ?? '';
    const flow = await consumeProviderFlow(service, state, isFromSameBrowser(request, service, state));
    target = returnTarget(service, flow.referrer);
    name = flow.provider_type;
    const url = await finishSignIn(request, service, flow, { callbackParameters, target });
    return redirect(url, clearFlowCookie(service, flow.id));
  } catch (error) {
    return redirect(errorUrl(target, logRefusal(service, name, error)));
  }
};

async function finishSignIn(
  request: AuthRequest,
  service: AuthService,
  flow: ProviderFlow,
  { callbackParameters, target }: { callbackParameters: URLSearchParams; target: string },
): Promise<string> {
  const provider = await requireProvider(service, flow.provider_type);
  requireConsent(provider, callbackParameters);
  const { account, tokens } = await fetchAccount(service, provider, flow, callbackParameters);
  const signIn = {
    provider: provider.name,
    account,
    emailOptional: flow.email_optional,
    linkTo: flow.linking_target_id,
  };
  return signInExternalUser(request, service, signIn, async (sql, user) => {
    if (flow.is_pkce) {
      return codeUrl(target, await issueProviderCode(sql, service, flow, { ...tokens, userId: user.id }));
    }
    await endProviderFlow(sql, flow);
    const session = await issueSession({ sql, service, request }, user, 'oauth');
    return sessionUrl(target, {
      ...session,
      provider_token: tokens.accessToken,
      ...(tokens.refreshToken !== '' && { provider_refresh_token: tokens.refreshToken }),
    });
  });
}

/** The provider's own error text is not repeated, because every caller can write it into the URL. */
function requireConsent({ name, kind }: Provider, callbackParameters: URLSearchParams): void {
  const refusal = callbackParameters.get('error') ?? '';
  if (refusal !== '') {
    const cause = new Error(`${refusal}: ${callbackParameters.get('error_description') ?? ''}`.slice(0, 300));
    throw /denied|cancel|consent|login_required|interaction_required/.test(refusal)
      ? new ServiceError('bad_oauth_callback', 403, `You did not agree to sign in with ${name}.`, { cause })
      : new ServiceError('bad_oauth_callback', 400, `The sign-in was refused by ${name}.`, { cause });
  }
  // Protects against mix-up attacks: a code of one provider is not sent to another.
  const issuer = callbackParameters.get('iss');
  if (issuer !== null && kind.issuer !== undefined && issuer !== kind.issuer) {
    throw new ServiceError('bad_oauth_callback', 400, `The answer does not come from ${name}.`);
  }
  if ((callbackParameters.get('code') ?? '') === '') {
    throw new ServiceError('bad_oauth_callback', 400, 'OAuth callback with missing authorization code');
  }
}

async function fetchAccount(
  service: AuthService,
  provider: Provider,
  flow: ProviderFlow,
  callbackParameters: URLSearchParams,
): Promise<{ account: ExternalAccount; tokens: ProviderTokens }> {
  const code = callbackParameters.get('code') ?? '';
  const tokens = await exchangeCode(service, provider, { code, codeVerifier: flow.code_verifier });
  const account = await provider.kind.readAccount(
    createSignedIn(service, provider, tokens, callbackParameters),
  );
  return { account, tokens };
}
