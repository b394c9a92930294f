import type { TransactionSql } from '../../../database/database.ts';
import { json } from '../../../database/driver/values.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Call } from '../service/call.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { addressOrNull } from '../sessions/issue-session.ts';
import { isUuid } from '../sessions/require-user.ts';
import { type FactorRow, factorNotFound } from './factor-row.ts';
import { hashFactorCode } from './phone-code.ts';

export const challengeLifetimeSeconds = 300;
/** Expired challenges are kept only for an error message that names the reason. */
const retentionSeconds = 3600;

/** Stores a challenge. Between two messages to a phone the configured cooldown must pass. */
export async function writeChallenge(
  { sql, service, request }: Call,
  factor: FactorRow,
  challenge: { id: string; code: string | undefined; webauthn?: StoredCeremony | undefined },
): Promise<void> {
  const now = service.clock.now();
  await markChallenged(sql, service, factor, now);
  const hash = challenge.code === undefined ? null : hashFactorCode(challenge.id, challenge.code);
  const stored = challenge.webauthn === undefined ? null : json({ ...challenge.webauthn });
  const oldest = new Date(now.getTime() - retentionSeconds * 1000);
  await Promise.all([
    sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
      values (${challenge.id}, ${factor.id}, ${now}, ${addressOf(request)}, ${hash}, ${stored})`,
    sql`insert into porchlight.challenge_tries (challenge_id) values (${challenge.id})`,
    sql`insert into porchlight.factor_tries (factor_id) values (${factor.id}) on conflict do nothing`,
    sql`
      delete from auth.mfa_challenges where id in (
        select id from auth.mfa_challenges where created_at < ${oldest} limit 100 for update skip locked)`,
  ]);
}

async function markChallenged(
  sql: TransactionSql,
  service: AuthService,
  factor: FactorRow,
  now: Date,
): Promise<void> {
  const cooldown = factor.factor_type === 'phone' ? service.config.mfa.phone.maxFrequency : 0;
  const [row] = await sql<{ wait: number | null }[]>`
    select extract(epoch from last_challenged_at - ${now}::timestamptz)::float8 + ${cooldown}::float8 as wait
    from auth.mfa_factors where id = ${factor.id} for no key update`;
  if (row === undefined) throw factorNotFound();
  if (cooldown > 0 && row.wait !== null && row.wait > 0) throw tooSoon(row.wait);
  // Supabase's table requires this timestamp to be unique among all factors, so random microseconds are added.
  const [high = 0, low = 0] = service.random.bytes(2);
  const microseconds = (high * 256 + low) % 1000;
  await sql`
    update auth.mfa_factors
    set last_challenged_at = ${now}::timestamptz + ${microseconds}::integer * interval '1 microsecond'
    where id = ${factor.id}`;
}

/** The part of a WebAuthn ceremony that is needed to verify its answer. */
export interface StoredCeremony {
  type: 'create' | 'request';
  /** Base64url. */
  challenge: string;
}

export interface ChallengeRow {
  id: string;
  otp_code: string | null;
  ceremony: StoredCeremony | null;
}

/** The challenge that a code answers: of this factor, not used, not expired, and from the same IP address. */
export async function requireChallenge(
  request: AuthRequest,
  service: AuthService,
  factor: FactorRow,
  challengeId: string,
): Promise<ChallengeRow> {
  const oldest = new Date(service.clock.now().getTime() - challengeLifetimeSeconds * 1000);
  const [found] = isUuid(challengeId)
    ? await service.database.sql<(ChallengeRow & { is_open: boolean; is_old: boolean })[]>`
        select id, otp_code, web_authn_session_data as ceremony,
          verified_at is null and ip_address = ${addressOf(request)}::inet as is_open,
          created_at < ${oldest} as is_old
        from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factor.id}`
    : [];
  if (found === undefined) throw challengeNotFound();
  if (!found.is_open) throw challengeClosed();
  if (found.is_old) throw challengeExpired(challengeId);
  return found;
}

/** Marks a challenge as used. Of concurrent requests that answer it only the first succeeds. */
export async function closeChallenge(sql: Queries, service: AuthService, challengeId: string): Promise<void> {
  const closed = await sql`
    update auth.mfa_challenges set verified_at = ${service.clock.now()}
    where id = ${challengeId} and verified_at is null returning id`;
  if (closed.length === 0) throw challengeClosed();
}

/** Deletes a challenge: it can be answered once, correctly or not. */
export async function consumeChallenge(sql: Queries, challengeId: string): Promise<void> {
  const consumed = await sql`
    delete from auth.mfa_challenges where id = ${challengeId} and verified_at is null returning id`;
  if (consumed.length === 0) throw challengeNotFound();
}

export function challengeExpired(challengeId: string): ServiceError {
  const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
  return new ServiceError('mfa_challenge_expired', 422, message);
}

function challengeNotFound(): ServiceError {
  const message = 'MFA factor with the provided challenge ID not found';
  return new ServiceError('mfa_factor_not_found', 422, message);
}

function challengeClosed(): ServiceError {
  return new ServiceError('mfa_ip_address_mismatch', 422, 'Challenge and verify IP addresses mismatch.');
}

function tooSoon(seconds: number): ServiceError {
  const message = `For security purposes, you can only request this after ${Math.floor(seconds)} seconds.`;
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) };
  return new ServiceError('over_sms_send_rate_limit', 429, message, { headers });
}

/** The column is not nullable; a caller without an address has none to compare. */
function addressOf(request: AuthRequest): string {
  return addressOrNull(request.clientAddress) ?? '0.0.0.0';
}
