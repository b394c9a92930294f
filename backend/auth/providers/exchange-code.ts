import type { AuthService } from '../service/service.ts';
import { parseProviderJson, recordAt, textAt } from './json-members.ts';
import type { Endpoints, Provider, ProviderTokens, SignedIn } from './provider.ts';
import { ProviderFault } from './provider-fault.ts';
import { IdTokenError, isForOurClient, verifyIdToken } from './verify-id-token.ts';

/** Exchanges the code from the browser for the provider's tokens. */
export async function exchangeCode(
  service: AuthService,
  { kind, settings }: Provider,
  given: { code: string; codeVerifier: string | null },
): Promise<ProviderTokens> {
  const endpoints = await kind.endpoints(settings, service.documents);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: settings.redirectUri,
    ...(given.codeVerifier !== null && { code_verifier: given.codeVerifier }),
  });
  const answer = await service.outgoing(endpoints.token, {
    body: form,
    headers: addClientSecret(endpoints, settings, form),
  });
  const tokens = parseAnswer(answer.text, endpoints.token, answer.status);
  // Some providers answer an error with status 200.
  const fault = textAt(tokens, 'error');
  if (answer.status < 200 || answer.status > 299 || fault !== '') {
    const reason = [fault, textAt(tokens, 'error_description')].filter(Boolean).join(': ').slice(0, 300);
    throw new ProviderFault(`${endpoints.token} refused the code with status ${answer.status}: ${reason}`);
  }
  const accessToken = textAt(tokens, 'access_token');
  if (accessToken === '') throw new ProviderFault(`${endpoints.token} gave no access token.`);
  return {
    accessToken,
    refreshToken: textAt(tokens, 'refresh_token'),
    idToken: textAt(tokens, 'id_token'),
    answer: recordAt(tokens),
  };
}

/** RFC 6749 requires form encoding before the values go into the header. */
function addClientSecret(
  endpoints: Endpoints,
  { clientId, secret }: Provider['settings'],
  form: URLSearchParams,
): Record<string, string> {
  if (endpoints.secretIn === 'header') {
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  }
  form.set('client_id', clientId);
  form.set('client_secret', secret);
  return {};
}

/** What a provider's own file may read about a sign-in. */
export function createSignedIn(
  service: AuthService,
  { kind, settings }: Provider,
  tokens: ProviderTokens,
  callbackParameters: URLSearchParams,
): SignedIn {
  return {
    settings,
    tokens,
    callbackParameters,
    documents: service.documents,
    async read(address, headers = {}) {
      const authorization = `Bearer ${tokens.accessToken}`;
      const answer = await service.outgoing(address, { headers: { authorization, ...headers } });
      const value = parseAnswer(answer.text, address, answer.status);
      if (answer.status !== 200 || textAt(value, 'error') !== '')
        throw new ProviderFault(`${address} answered with status ${answer.status}.`);
      return value;
    },
    async readIdToken() {
      const rules = kind.idTokens;
      if (rules === undefined) throw new ProviderFault('It has no ID tokens.');
      if (tokens.idToken === '') throw new ProviderFault('It gave no ID token.');
      const { documents, clock } = service;
      const checks = { documents, clock, accessToken: tokens.accessToken };
      const claims = await verifyIdToken(tokens.idToken, rules, settings, checks);
      if (!isForOurClient(claims, settings.clientIds))
        throw new IdTokenError('it was issued for another client');
      return claims;
    },
  };
}

function parseAnswer(text: string, address: string, status: number): unknown {
  try {
    return parseProviderJson(text);
  } catch (error) {
    throw new ProviderFault(`${address} answered with status ${status} and no JSON.`, error);
  }
}
