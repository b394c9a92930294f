import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service.ts';
import type { TokenResponse } from '../sessions/access-token.ts';
import { isAllowedRedirect } from './redirect.ts';

/** Where a browser goes that comes back from somewhere else: where it was to go, if that is allowed, else to the site. */
export function returnTarget(service: AuthService, wanted: string | null | undefined): string {
  if (wanted && isAllowedRedirect(wanted, service)) return wanted;
  return `${service.config.siteUrl}${service.confirmPath ?? ''}`;
}

/** The session travels in the fragment, which no server sees. Read by supabase-js: keep these names. */
export function sessionAddress(target: string, tokens: TokenResponse): string {
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

export function codeAddress(target: string, code: string): string {
  return withQuery(target, { code });
}

const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

const denials = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

/** What went wrong stands in the query and in the fragment, since pages of the two flows look in different places. */
export function errorAddress(target: string, error: unknown): string {
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

export function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: location, 'Referrer-Policy': 'no-referrer' },
  });
}

function withFragment(target: string, members: Record<string, string>): string {
  return `${target.split('#', 1)[0]}#${new URLSearchParams(members)}`;
}

function withQuery(target: string, members: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  return url.href;
}
