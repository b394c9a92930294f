/** A third-party application that a user has authorized, as its access token or session names it. */
export interface Application {
  /** `client_id` of the token. */
  id: string;
  /** The granted scopes, as OAuth writes them: separated by spaces. */
  scope: string;
}

/** The target of a request: a route of the auth service, or the data of rest, storage, realtime and functions. */
export type Use =
  | { service: 'auth'; method: string; path: string; query: URLSearchParams }
  | { service: 'rest' | 'storage' | 'realtime' | 'functions'; applicationsUseData: boolean };

const authRoutes = new Set(['GET /user', 'GET /oauth/userinfo', 'POST /oauth/userinfo']);

/** The error message of every service that rejects an application's token. */
export const applicationRefusal =
  'An application may not do this with the token it was given. Sign in to do it yourself.';

/**
 * What an application's token may do. It is not the user's own token: it reads what its scopes name and ends its own session. It cannot
 * authorize further applications, change a password or add a factor. The other services accept it only if the site's owner allows it; row
 * security decides there.
 */
export function mayApplication(use: Use): boolean {
  if (use.service !== 'auth') return use.applicationsUseData;
  const route = `${use.method} ${use.path}`;
  return authRoutes.has(route) || (route === 'POST /logout' && use.query.get('scope') === 'local');
}
