import { z } from 'zod';
import { json } from '../../../database/driver/values.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';

export const challengeLifetimeSeconds = 300;

/** A registration challenge belongs to an account. A sign-in challenge does not yet. */
type Purpose = { type: 'registration'; userId: string } | { type: 'authentication'; userId: null };

export interface CreatedChallenge {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** In seconds since 1970, as the client receives it. */
  expiresAt: number;
}

/** Stores a challenge, and deletes some expired ones. */
export async function createChallenge(service: AuthService, purpose: Purpose): Promise<CreatedChallenge> {
  const { database, random, clock } = service;
  const id = random.uuid();
  const bytes = Uint8Array.from(random.bytes(32));
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + challengeLifetimeSeconds * 1000);
  const stored = { challenge: Buffer.from(bytes).toString('base64url') };
  await database.sql`
    with old as (
      delete from auth.webauthn_challenges where id in (
        select id from auth.webauthn_challenges where expires_at < ${now}::timestamptz - interval '1 hour'
        limit 100 for update skip locked)
    )
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${purpose.userId}, ${purpose.type}, ${json(stored)}, ${now}, ${expiresAt})`;
  return { id, bytes, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
}

const bodyShape = z.object({ challenge_id: z.string().nullish(), credential: z.unknown().optional() });

export interface Answer {
  /** Base64url. */
  challenge: string;
  credential: unknown;
}

/**
 * Uses up the challenge that a body answers. It is deleted before the answer is verified: of concurrent answers one is verified,
 * and none a second time.
 */
export async function consumeChallenge(
  service: AuthService,
  body: unknown,
  purpose: Purpose,
): Promise<Answer> {
  const given = bodyShape.safeParse(body).data;
  if (!given?.challenge_id) throw ServiceError.validationFailed('challenge_id is required');
  if (given.credential === undefined || given.credential === null)
    throw ServiceError.validationFailed('credential is required');
  if (!isUuid(given.challenge_id)) throw ServiceError.validationFailed('challenge_id must be a valid UUID');
  const [row] = await service.database.sql<{ challenge: string | null; is_old: boolean }[]>`
    delete from auth.webauthn_challenges
    where id = ${given.challenge_id} and challenge_type = ${purpose.type}
      and user_id is not distinct from ${purpose.userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at < ${service.clock.now()} as is_old`;
  if (!row?.challenge) {
    throw new ServiceError('webauthn_challenge_not_found', 400, 'Challenge not found or already used');
  }
  if (row.is_old) throw new ServiceError('webauthn_challenge_expired', 400, 'Challenge has expired');
  return { challenge: row.challenge, credential: given.credential };
}
