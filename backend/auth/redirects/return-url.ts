import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import type { TokenResponse } from '../sessions/access-token.ts';
import { findAllowedRedirect } from './redirect.ts';

/** The URL for a browser that returns from a provider: the requested one if it is allowed, else the site. */
export function returnTarget(service: AuthService, wanted: string | null | undefined): string {
  const allowed = findAllowedRedirect(wanted ?? '', service);
  return allowed ?? `${service.config.siteUrl}${service.confirmPath ?? ''}`;
}

/** The session is in the fragment, which no server sees. Read by supabase-js: keep these names. */
export function sessionUrl(target: string, tokens: TokenResponse): string {
  return withFragment(target, {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    ...(tokens.provider_refresh_token !== undefined && {
      provider_refresh_token: tokens.provider_refresh_token,
    }),
    ...(tokens.provider_token !== undefined && { provider_token: tokens.provider_token }),
    refresh_token: tokens.refresh_token,
    sb: '',
    token_type: tokens.token_type,
  });
}

export function codeUrl(target: string, code: string): string {
  return withQuery(target, { code });
}

/** OAuth's error names by status. */
export const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

const denials = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

/** The error is in the query and in the fragment, because pages of the two flows read different places. */
export function errorUrl(target: string, error: unknown): string {
  const { code, status, message } =
    error instanceof ServiceError ? error : { code: 'unexpected_failure', status: 500, message: unexpected };
  const members = {
    error: denials.includes(code) ? 'access_denied' : (errorNames[status] ?? 'server_error'),
    error_code: code,
    error_description: message,
  };
  return withFragment(withQuery(target, members), { ...members, sb: '' });
}

const unexpected = 'Unexpected failure, please check server logs for more information';

/**
 * Appends members to the fragment. An existing fragment stays in front of them, for pages that keep their route in it: `#/in`
 * becomes `#/in&access_token=…`, which the official client reads. It is dropped when it contains one of the names, because then
 * the value would be ambiguous.
 */
export function withFragment(target: string, members: Record<string, string>): string {
  const url = new URL(target);
  const fragment = url.hash.slice(1);
  const existing = new URLSearchParams(fragment);
  const isKept = fragment !== '' && !Object.keys(members).some((name) => existing.has(name));
  url.hash = `${isKept ? `${fragment}&` : ''}${new URLSearchParams(members)}`;
  return url.href;
}

export function withQuery(target: string, members: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  return url.href;
}
