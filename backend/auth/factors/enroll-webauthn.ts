import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { addFactor } from './add-factor.ts';
import type { Enrolment } from './enrolment.ts';
import type { FactorOwner } from './require-factor-owner.ts';

/** A WebAuthn factor without a key. The key is created in answer to the first challenge. */
export async function enrollWebauthn(
  request: AuthRequest,
  service: AuthService,
  caller: FactorOwner,
  enrolment: Enrolment,
): Promise<object> {
  const name = enrolment.friendly_name;
  const id = await addFactor(request, service, caller, { type: 'webauthn', name });
  return { id, type: 'webauthn', friendly_name: name };
}
