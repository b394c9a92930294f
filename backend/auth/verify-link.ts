import { ServiceError } from '../http/service-error.ts';
import { issueFlowCode } from './codes/flow-state.ts';
import { takeToken } from './codes/one-time-tokens.ts';
import { limitRoute } from './guards/rate-limits.ts';
import { redirectTarget } from './guards/redirect.ts';
import type { AuthRequest, Endpoint } from './request.ts';
import type { AuthService } from './service.ts';
import { methodOfLink } from './sessions/authentication-methods.ts';
import { issueSession } from './sessions/issue-session.ts';
import { applyVerification } from './verification/apply-verification.ts';
import { parseVerificationType, settleType, tokenKinds } from './verification/verification-types.ts';
import { firstConfirmationAccepted } from './verify-code.ts';

/** GET /verify: the link in a mail. The browser is sent on with a session in the fragment, or with the code of a PKCE flow. */
export const verifyLink: Endpoint = async (request, service) => {
  await limitRoute(service, request, 'verify');
  const target = redirectTarget(request, service);
  const token = request.query.get('token') || request.query.get('token_hash') || '';
  const type = request.query.get('type') ?? '';
  if (type === '') throw refused('Verify requires a verification type');
  if (token === '') throw refused('Verify requires a token or a token hash');
  try {
    return seeOther(await followLink(request, service, { token, type, target }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return seeOther(errorTarget(target, error, token.startsWith('pkce_')));
  }
};

async function followLink(
  request: AuthRequest,
  service: AuthService,
  link: { token: string; type: string; target: string },
): Promise<string> {
  const type = parseVerificationType(link.type);
  const isPkce = link.token.startsWith('pkce_');
  const wanted = {
    hashes: [link.token],
    kinds: tokenKinds(type),
    expirySeconds: service.config.email.otpExpiry,
  };
  return service.database.transaction(async (sql) => {
    const taken = await takeToken(sql, service, wanted);
    if (taken === undefined)
      throw new ServiceError('otp_expired', 403, 'Email link is invalid or has expired');
    const settled = settleType(type, taken.kind);
    const user = await applyVerification(service, sql, request, settled, taken);
    if (user === undefined) return messageTarget(link.target, firstConfirmationAccepted, isPkce);
    if (isPkce) {
      const method = methodOfLink(settled);
      if (method === undefined) throw refused('Unsupported verification type');
      return withQuery(link.target, { code: await issueFlowCode(sql, service, user.id, method) });
    }
    const tokens = await issueSession(service, sql, request, user, 'otp');
    return withFragment(link.target, {
      access_token: tokens.access_token,
      expires_at: String(tokens.expires_at),
      expires_in: String(tokens.expires_in),
      refresh_token: tokens.refresh_token,
      sb: '',
      token_type: tokens.token_type,
      type: settled,
    });
  });
}

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** The fragment is for pages of the implicit flow; those of the PKCE flow read the query. */
function errorTarget(target: string, error: ServiceError, isPkce: boolean): string {
  const name = oauthErrors[error.status];
  const members = {
    ...(name === undefined ? {} : { error: name }),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(isPkce ? withQuery(target, members) : target, { ...members, sb: '' });
}

function messageTarget(target: string, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message, sb: '' });
}

function withFragment(target: string, members: Record<string, string>): string {
  return `${target.split('#', 1)[0]}#${new URLSearchParams(members)}`;
}

function withQuery(target: string, members: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  return url.href;
}

function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: location, 'Referrer-Policy': 'no-referrer' },
  });
}

function refused(message: string): ServiceError {
  return new ServiceError('validation_failed', 400, message);
}
