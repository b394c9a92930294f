/** The visitor of a page. The server only verifies tokens: refreshing would race with the browser for the same refresh token. */
import { accessCookie, readCookie, refreshCookie } from '../../app/session/token-cookies.ts';

/** The claims of a verified access token that the site uses. */
export interface TokenClaims {
  sub: string;
  email?: string | undefined;
  /** As the users call themselves. */
  name?: string | undefined;
  /** Written by the backend only; the user cannot change it. */
  app_metadata?: Record<string, unknown> | undefined;
  session_id?: string | undefined;
}

/**
 * `unsettled`: there is a trace of a session, but no valid access token. Only the browser can tell, so it gets the page's shell and
 * decides.
 */
export type Visitor =
  | { state: 'signed-in'; claims: TokenClaims }
  | { state: 'signed-out' }
  | { state: 'unsettled' };

/** Reads only the cookies of the request. */
export type ReadVisitor = (request: { headers: Pick<Headers, 'get'> }) => Promise<Visitor>;

/** Resolves with the claims of a valid token, and with undefined for one that is invalid or cannot be verified. */
export type VerifyToken = (token: string) => Promise<TokenClaims | undefined>;

export function createReadVisitor(verify: VerifyToken): ReadVisitor {
  return async (request) => {
    const cookies = request.headers.get('cookie') ?? '';
    const access = readCookie(cookies, accessCookie);
    const claims = access && (await verify(access));
    if (claims) return { state: 'signed-in', claims };
    // A single invalid token may still have its session in the browser's storage.
    return { state: access || readCookie(cookies, refreshCookie) ? 'unsettled' : 'signed-out' };
  };
}
