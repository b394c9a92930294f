import { ServiceError } from '../../http/service-error.ts';
import { consumeToken } from '../accounts/one-time-tokens.ts';
import { issueFlowCode } from '../codes/flow-state.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { redirectTarget } from '../redirects/redirect.ts';
import { redirectResponse } from '../redirects/redirect-response.ts';
import { codeUrl, errorNames, withFragment, withQuery } from '../redirects/return-url.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { methodOfLink } from '../sessions/authentication-methods.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { applyVerification } from './apply-verification.ts';
import { parseVerificationType, resolveType, tokenKinds } from './verification-types.ts';
import { firstConfirmationAccepted } from './verify-code.ts';

/** GET /verify: the link in a mail. The browser is redirected with a session in the fragment, or with the code of a PKCE flow. */
export const verifyLink: Endpoint = async (request, service) => {
  await limitRoute(request, service, 'verify');
  const target = redirectTarget(request, service);
  const token = request.query.get('token') || request.query.get('token_hash') || '';
  const type = request.query.get('type') ?? '';
  if (type === '') throw ServiceError.validationFailed('Verify requires a verification type');
  if (token === '') throw ServiceError.validationFailed('Verify requires a token or a token hash');
  try {
    return redirectResponse(303, await followLink(request, service, { token, type, target }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return redirectResponse(303, errorTarget(target, error, token.startsWith('pkce_')));
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
    const call = { sql, service, request };
    const consumed = await consumeToken(sql, service, wanted);
    if (consumed === undefined)
      throw new ServiceError('otp_expired', 403, 'Email link is invalid or has expired');
    const verifiedType = resolveType(type, consumed.kind);
    const user = await applyVerification(call, verifiedType, consumed);
    if (user === undefined) return messageTarget(link.target, firstConfirmationAccepted, isPkce);
    if (isPkce) {
      const method = methodOfLink(verifiedType);
      if (method === undefined) throw ServiceError.validationFailed('Unsupported verification type');
      return codeUrl(link.target, await issueFlowCode(sql, service, user.id, method));
    }
    const tokens = await issueSession(call, user, 'otp');
    return withFragment(link.target, {
      access_token: tokens.access_token,
      expires_at: String(tokens.expires_at),
      expires_in: String(tokens.expires_in),
      refresh_token: tokens.refresh_token,
      sb: '',
      token_type: tokens.token_type,
      type: verifiedType,
    });
  });
}

/** The fragment is for pages of the implicit flow; those of the PKCE flow read the query. */
function errorTarget(target: string, error: ServiceError, isPkce: boolean): string {
  const name = errorNames[error.status];
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
