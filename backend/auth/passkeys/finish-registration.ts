import type { TransactionSql } from '../../../database/database.ts';
import { insertion } from '../../../database/driver/sql.ts';
import { json } from '../../../database/driver/values.ts';
import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../audit.ts';
import { lockUser } from '../factors/lock-user.ts';
import { limitAccount } from '../guards/rate-limits.ts';
import type { Endpoint } from '../request.ts';
import type { NewCredential } from '../webauthn/credential.ts';
import { registrationShape } from '../webauthn/credential-shapes.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { consumeChallenge } from './passkey-challenges.ts';
import { requireBelowPasskeyLimit } from './passkey-limit.ts';
import { nameOfAuthenticator } from './passkey-name.ts';
import { type PasskeyRow, toWirePasskey } from './passkey-row.ts';
import { refusedCredential, requireOwnAccount, requirePasskeyOwner } from './require-passkeys.ts';

/** POST /passkeys/registration/verify: stores the passkey that the browser has created. */
export const finishRegistration: Endpoint = async (request, service) => {
  const caller = await requirePasskeyOwner(request, service);
  requireOwnAccount(caller);
  const { user } = caller;
  await limitAccount(service, 'passkey_register', user.id);
  const answer = await consumeChallenge(service, await request.json(), {
    type: 'registration',
    userId: user.id,
  });
  const given = registrationShape.safeParse(answer.credential);
  if (!given.success) throw refusedCredential('Invalid credential response', given.error);
  const { checkRegistration } = await loadCeremonies();
  const wanted = { party: toRelyingParty(service.config), challenge: answer.challenge, isOnlyFactor: true };
  const key = await checkRegistration(given.data, wanted).catch((error: unknown) => {
    throw refusedCredential('Credential verification failed', error);
  });

  const now = service.clock.now();
  const passkey: PasskeyRow = {
    id: service.random.uuid(),
    friendly_name: nameOfAuthenticator(key.aaguid),
    created_at: now,
    last_used_at: null,
  };
  try {
    await service.database.transaction(async (sql) => {
      // Locked, so that concurrent requests see each other and do not exceed the limit.
      await lockUser(sql, user.id);
      await requireBelowPasskeyLimit(sql, service, user.id);
      await writePasskey(sql, user.id, passkey, key);
      const traits = { passkey_id: passkey.id };
      await writeAudit(sql, service, request, { actor: user, action: 'passkey_created', traits });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError('webauthn_credential_exists', 422, 'This credential is already registered');
  }
  return toWirePasskey(passkey);
};

async function writePasskey(
  sql: TransactionSql,
  userId: string,
  passkey: PasskeyRow,
  key: NewCredential,
): Promise<void> {
  await sql`insert into auth.webauthn_credentials ${insertion({
    id: passkey.id,
    user_id: userId,
    credential_id: Buffer.from(key.id, 'base64url'),
    public_key: Buffer.from(key.publicKey),
    attestation_type: key.attestation,
    aaguid: key.aaguid,
    sign_count: key.signCount,
    transports: json(key.transports),
    backup_eligible: key.isBackupEligible,
    backed_up: key.isBackedUp,
    friendly_name: passkey.friendly_name,
    created_at: passkey.created_at,
    updated_at: passkey.created_at,
  })}`;
}
