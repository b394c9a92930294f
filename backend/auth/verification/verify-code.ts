import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parseEmail, parsePhone } from '../accounts/addresses.ts';
import { consumeToken, hashCode, type TokenKind } from '../accounts/one-time-tokens.ts';
import { countCodeAttempt } from '../codes/count-code-attempt.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { applyVerification } from './apply-verification.ts';
import {
  isPhoneType,
  parseVerificationType,
  resolveType,
  tokenKinds,
  type VerificationType,
} from './verification-types.ts';

const shape = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

/** The message after the first of two confirmations. */
export const firstConfirmationAccepted =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** POST /verify: exchanges a code or the hash in a link for a session. */
export const verifyCode: Endpoint = async (request, service) => {
  await limitRoute(request, service, 'verify');
  const body = await request.body(shape);
  const type = parseVerificationType(body.type);
  const proof = parseProof(body, type);
  const { email, sms } = service.config;
  const expirySeconds = isPhoneType(type) ? sms.otpExpiry : email.otpExpiry;
  const kinds = tokenKinds(type);
  const { address } = proof;
  const hashes =
    address === undefined ? proof.hashes : await countCodeAttempt(service, address, kinds, proof.hashes);

  const answer = await service.database.transaction(async (sql) => {
    const call = { sql, service, request };
    const consumed = await consumeToken(sql, service, { ...proof, hashes, kinds, expirySeconds });
    if (consumed === undefined) return undefined;
    const user = await applyVerification(call, resolveType(type, consumed.kind), consumed);
    if (user === undefined) return { msg: firstConfirmationAccepted, code: '200' };
    return issueSession(call, user, 'otp');
  });
  if (answer !== undefined) return answer;
  if (address !== undefined) await refuseBanned(service, hashes, kinds);
  const message =
    address === undefined ? 'Email link is invalid or has expired' : 'Token has expired or is invalid';
  throw new ServiceError('otp_expired', 403, message);
};

interface Proof {
  /** The possible hashes of the stored token. */
  hashes: string[];
  /** The address that a code was sent to. A hash needs none. */
  address?: string;
}

function parseProof(body: z.infer<typeof shape>, type: VerificationType): Proof {
  if ((body.token === '') === (body.token_hash === '')) {
    throw ServiceError.validationFailed('Verify requires either a token or a token hash');
  }
  if (body.token_hash !== '') {
    if (body.email !== '' || body.phone !== '' || body.redirect_to !== '') {
      throw ServiceError.validationFailed('Only the token_hash and type should be provided');
    }
    if (isPhoneType(type)) throw ServiceError.validationFailed('Invalid email verification type');
    return { hashes: [body.token_hash] };
  }
  if ((body.email === '') === (body.phone === '')) {
    throw ServiceError.validationFailed('Only an email address or phone number should be provided on verify');
  }
  const address = body.email === '' ? parsePhone(body.phone) : parseVerifiedEmail(body.email);
  if (isPhoneType(type) !== (body.email === '')) {
    throw new ServiceError('otp_expired', 403, 'Token has expired or is invalid');
  }
  const hash = hashCode(address, body.token);
  return { hashes: [hash, `pkce_${hash}`], address };
}

function parseVerifiedEmail(email: string): string {
  try {
    return parseEmail(email);
  } catch (cause) {
    throw new ServiceError('validation_failed', 422, 'Invalid email format', { cause });
  }
}

/** Reported only to a caller with the correct code: to others it would reveal that the account exists. */
async function refuseBanned(service: AuthService, hashes: string[], kinds: TokenKind[]): Promise<void> {
  if (hashes.length === 0) return;
  const { sql } = service.database;
  const banned = await sql`
    select from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_hash = any(${hashes}) and t.token_type::text = any(${kinds})
      and u.banned_until > ${service.clock.now()}`;
  if (banned.length > 0) throw new ServiceError('user_banned', 403, 'User is banned');
}
