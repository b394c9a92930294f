import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { type PasskeyRow, passkeyNotFound, requirePasskeyId, toWirePasskey } from './passkey-row.ts';
import { requirePasskeyOwner } from './require-passkeys.ts';

const maxNameBytes = 120;
const shape = z.object({ friendly_name: optionalText });

/** PATCH /passkeys/:passkey: gives it another name. */
export const renamePasskey: Endpoint = async (request, service) => {
  const { user } = await requirePasskeyOwner(request, service);
  const id = request.params.passkey ?? '';
  requirePasskeyId(id);
  const name = (await request.body(shape)).friendly_name;
  if (name === '') throw ServiceError.validationFailed('friendly_name is required');
  if (Buffer.byteLength(name) > maxNameBytes)
    throw ServiceError.validationFailed(`friendly_name must be ${maxNameBytes} characters or less`);
  return service.database.transaction(async (sql) => {
    const [renamed] = await sql<PasskeyRow[]>`
      update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${service.clock.now()}
      where id = ${id} and user_id = ${user.id} returning id, friendly_name, created_at, last_used_at`;
    if (renamed === undefined) throw passkeyNotFound();
    const traits = { passkey_id: renamed.id };
    await writeAudit({ sql, service, request }, { actor: user, action: 'passkey_updated', traits });
    return toWirePasskey(renamed);
  });
};
