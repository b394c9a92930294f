import { OAuthError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';
import { type AuthMethod, type ClientRow, findClient } from './client-row.ts';
import { isSecretOf } from './client-secret.ts';
import type { TokenParameters } from './token-parameters.ts';

interface Credentials {
  id: string;
  secret: string;
  method: AuthMethod;
}

/** The application that makes a request, authenticated by the one method that it is registered with. */
export async function requireClient(
  request: AuthRequest,
  service: AuthService,
  parameters: TokenParameters,
): Promise<ClientRow> {
  const { id, secret, method } = readCredentials(request, parameters);
  const refuse = (reason: string): never => {
    // Failed header authentication gets a WWW-Authenticate header, which names the expected scheme.
    const isHeader = method === 'client_secret_basic';
    throw new OAuthError('invalid_client', reason, {
      ...(isHeader ? { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="oauth"' } } : {}),
    });
  };
  const client = isUuid(id) ? await findClient(service.database.sql, id) : undefined;
  if (client === undefined) return refuse('Invalid client credentials');
  const registered = client.token_endpoint_auth_method;
  if (registered !== method) {
    return refuse(
      `invalid authentication method: client is registered for '${registered}' but '${method}' was used`,
    );
  }
  if (method === 'none') return client;
  return isSecretOf(client.client_secret_hash ?? '', secret) ? client : refuse('Invalid client credentials');
}

function readCredentials(request: AuthRequest, parameters: TokenParameters): Credentials {
  const [id, secret] = [parameters('client_id'), parameters('client_secret')];
  const encoded = /^basic +([\w+/=-]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (encoded !== undefined) {
    const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
    const basic = {
      id: decode(name),
      secret: decode(rest.join(':')),
      method: 'client_secret_basic',
    } as const;
    if (secret !== '' || (id !== '' && id !== basic.id))
      throw new OAuthError('invalid_request', 'the client must authenticate in one way only');
    return basic;
  }
  if (id === '') throw new OAuthError('invalid_client', 'Invalid client credentials: client_id is required');
  return { id, secret, method: secret === '' ? 'none' : 'client_secret_post' };
}

/** Both parts of the header are form-encoded before they are put together (RFC 6749, 2.3.1). */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
