import type { AuthService } from '../service/service.ts';

/** The application's redirect URI with our response in its query. The issuer protects it against mix-up attacks (RFC 9207). */
export function authorizationResponseUrl(
  service: AuthService,
  redirectUri: string,
  answer: { code: string } | { error: string; error_description: string },
  state: string | null,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state) url.searchParams.set('state', state);
  url.searchParams.set('iss', service.issuer);
  return url.href;
}

/** The URL of the site's consent page. */
export function consentPageUrl(service: AuthService, query: Record<string, string>): string {
  const { siteUrl, oauthServer } = service.config;
  const path = `/${oauthServer.authorizationUrlPath.replace(/^\/+/, '')}`;
  return `${siteUrl}${path}?${new URLSearchParams(query)}`;
}
