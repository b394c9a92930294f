import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import type { TokenResponse } from '../sessions/access-token.ts';
import { type ClientRow, mayUseGrant } from './client-row.ts';
import type { TokenParameters } from './token-parameters.ts';

/** A token request of an authenticated application. */
export interface GrantRequest {
  request: AuthRequest;
  service: AuthService;
  client: ClientRow;
  parameters: TokenParameters;
}

/** OAuth's token response: without the user, and without a refresh token that the application could not use. */
export function toOAuthTokenResponse(
  client: ClientRow,
  tokens: TokenResponse,
  scope: string,
): Record<string, unknown> {
  return {
    access_token: tokens.access_token,
    token_type: tokens.token_type,
    expires_in: tokens.expires_in,
    ...(mayUseGrant(client, 'refresh_token') ? { refresh_token: tokens.refresh_token } : {}),
    scope,
  };
}
