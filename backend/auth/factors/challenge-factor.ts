import { z } from 'zod';
import { isUniqueViolation } from '../../http/database-fault.ts';
import { parseChannel } from '../accounts/addresses.ts';
import { writeAudit } from '../accounts/audit.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { toMessageContext } from '../mail/message-context.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { listKnownCredentials } from '../webauthn/known-credentials.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { toUserEntity } from '../webauthn/user-entity.ts';
import { challengeLifetimeSeconds, type StoredCeremony, writeChallenge } from './challenges.ts';
import { readFactorKey } from './factor-key.ts';
import { type FactorRow, requireFactor } from './factor-row.ts';
import { sendFactorCode } from './phone-code.ts';
import { requireFactorOwner } from './require-factor-owner.ts';
import { requireVerifyEnabled } from './verify-enabled.ts';

const shape = z.object({ channel: optionalText });

/**
 * POST /factors/:factor/challenge: starts five minutes in which the factor can be verified. Sends a code to a phone, and returns
 * the options for a WebAuthn key.
 */
export const challengeFactor: Endpoint = async (request, service) => {
  const { user } = await requireFactorOwner(request, service);
  const factor = await requireFactor(service.database.sql, user.id, request.params.factor ?? '');
  await limitRoute(request, service, 'factor_challenge', user.id);
  requireVerifyEnabled(service, factor.factor_type);
  const channel =
    factor.factor_type === 'phone'
      ? parseChannel((await request.body(shape)).channel, service.config.sms.provider)
      : undefined;
  const webauthn =
    factor.factor_type === 'webauthn' ? await toWebauthnChallenge(service, user, factor) : undefined;

  const id = service.random.uuid();
  const expiresAt = Math.floor(service.clock.now().getTime() / 1000) + challengeLifetimeSeconds;
  await retryOnConflict(() =>
    service.database.transaction(async (sql) => {
      const call = { sql, service, request };
      const code =
        channel === undefined ? undefined : service.random.digits(service.config.mfa.phone.otpLength);
      await writeChallenge(call, factor, { id, code, webauthn: webauthn?.stored });
      if (channel !== undefined && code !== undefined)
        await sendFactorCode(sql, service, factor, { about: toMessageContext(request, user), code, channel });
      const traits = { factor_id: factor.id, factor_status: factor.status };
      await writeAudit(call, { actor: user, action: 'challenge_created', traits });
    }),
  );
  const wire = webauthn === undefined ? {} : { webauthn: webauthn.wire };
  return { id, type: factor.factor_type, expires_at: expiresAt, ...wire };
};

/** The table does not allow two challenges in the same microsecond: then it is tried again. */
async function retryOnConflict(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === 5) throw error;
    }
  }
}

interface WebauthnChallenge {
  stored: StoredCeremony;
  /** Read by supabase-js: keep these keys. */
  wire: { type: StoredCeremony['type']; credential_options: { publicKey: object } };
}

/** A verified factor is asked to use its key, and no other. A new one is asked to create it. */
async function toWebauthnChallenge(
  service: AuthService,
  user: UserRow,
  factor: FactorRow,
): Promise<WebauthnChallenge> {
  const { sql } = service.database;
  const { toCreationOptions, toRequestOptions } = await loadCeremonies();
  const party = toRelyingParty(service.config);
  const bytes = Uint8Array.from(service.random.bytes(32));
  const rules = { challenge: bytes, lifetimeSeconds: challengeLifetimeSeconds, isOnlyFactor: false };
  const type = factor.status === 'verified' ? 'request' : 'create';
  const publicKey =
    type === 'request'
      ? await toRequestOptions(party, [await readFactorKey(sql, factor)], rules)
      : await toCreationOptions(party, toUserEntity(user), await listKnownCredentials(sql, user.id), rules);
  return {
    stored: { type, challenge: Buffer.from(bytes).toString('base64url') },
    wire: { type, credential_options: { publicKey } },
  };
}
