import type { TransactionSql } from '../../../database/database.ts';
import { insertion } from '../../../database/driver/sql.ts';
import { json } from '../../../database/driver/values.ts';
import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { limitAccount } from '../limits/route-limits.ts';
import type { Endpoint } from '../service/request.ts';
import type { NewCredential } from '../webauthn/credential.ts';
import { registrationShape } from '../webauthn/credential-shapes.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { consumeChallenge } from './passkey-challenges.ts';
import { requireBelowPasskeyLimit } from './passkey-limit.ts';
import { type PasskeyRow, toWirePasskey } from './passkey-row.ts';
import { refusedCredential, requireOwnAccount, requirePasskeyOwner } from './require-passkeys.ts';

/** Common authenticators, by their AAGUID. */
const authenticatorNames: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  'b78a0a55-6ef8-d246-a042-ba0f6d55050c': 'LastPass',
};

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
      await writeAudit({ sql, service, request }, { actor: user, action: 'passkey_created', traits });
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

/** The name of a new passkey until its owner renames it. */
function nameOfAuthenticator(aaguid: string): string {
  return authenticatorNames[aaguid] ?? 'Passkey';
}
