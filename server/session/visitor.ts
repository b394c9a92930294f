/** Who is asking for a page. The server only verifies: it never refreshes, because that would race the browser for the same token. */
import { accessCookie, readCookie, refreshCookie } from '../../app/session/token-cookies.ts';

/** What a verified access token says, as far as the site reads it. */
export interface TokenClaims {
  sub: string;
  email?: string | undefined;
  /** Written by the backend alone; whoever signs in cannot change it. */
  app_metadata?: Record<string, unknown> | undefined;
}

/**
 * `unsettled`: there is a trace of a session, but no access token that holds. Only the browser can tell, so it gets the
 * page's shell and decides for itself.
 */
export type Visitor =
  | { state: 'signed-in'; claims: TokenClaims }
  | { state: 'signed-out' }
  | { state: 'unsettled' };

/** Asks the request's cookies and nothing else of it. */
export type ReadVisitor = (request: { headers: Pick<Headers, 'get'> }) => Promise<Visitor>;

/** Resolves with the claims of a token that holds, and with undefined for one that does not or cannot be judged. */
export type VerifyToken = (token: string) => Promise<TokenClaims | undefined>;

export function createReadVisitor(verify: VerifyToken): ReadVisitor {
  return async (request) => {
    const cookies = request.headers.get('cookie') ?? '';
    const access = readCookie(cookies, accessCookie);
    const claims = access && (await verify(access));
    if (claims) return { state: 'signed-in', claims };
    // A token alone that does not hold may still have its session in the browser's own storage.
    return { state: access || readCookie(cookies, refreshCookie) ? 'unsettled' : 'signed-out' };
  };
}
