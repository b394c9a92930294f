/** A third-party application that a person let in, as its access token or its session names it. */
export interface Application {
  /** `client_id` of the token. */
  id: string;
  /** What the person let it see, as OAuth writes it: words with spaces between. */
  scope: string;
}

/** What a request wants: a route of the auth service, or the data behind rest and storage. */
export type Use =
  | { service: 'auth'; method: string; path: string; query: URLSearchParams }
  | { service: 'rest' | 'storage'; applicationsUseData: boolean };

const authRoutes = new Set(['GET /user', 'GET /oauth/userinfo', 'POST /oauth/userinfo']);

/** The public sentence of every service that refuses the token of an application. */
export const applicationRefusal =
  'An application may not do this with the token it was given. Sign in to do it yourself.';

/**
 * All that a token does which a person gave to an application. It is not the person: it shows what its scopes name and ends its own
 * session. With it no caller consents to further applications, changes a password or adds a factor, and rest and storage take it
 * only where the owner of the site says so; row security decides there what it sees.
 */
export function mayApplication(use: Use): boolean {
  if (use.service !== 'auth') return use.applicationsUseData;
  const route = `${use.method} ${use.path}`;
  return authRoutes.has(route) || (route === 'POST /logout' && use.query.get('scope') === 'local');
}
