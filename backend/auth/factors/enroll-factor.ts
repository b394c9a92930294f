import { ServiceError } from '../../http/service-error.ts';
import { parsePhone } from '../accounts/addresses.ts';
import { limitAccount } from '../limits/rate-limits.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { addFactor } from './add-factor.ts';
import { enrollTotp } from './enroll-totp.ts';
import { type Enrolment, enrolmentShape } from './enrolment.ts';
import { type FactorOwner, requireFactorOwner } from './require-factor-owner.ts';

/** POST /factors: begins to enroll a second factor. It is unverified until its first code is accepted. */
export const enrollFactor: Endpoint = async (request, service) => {
  const caller = await requireFactorOwner(request, service);
  await limitAccount(service, 'factor_enroll', caller.user.id);
  const enrolment = await request.body(enrolmentShape);
  const { mfa } = service.config;
  switch (enrolment.factor_type) {
    case 'totp':
      if (!mfa.totp.enrollEnabled) throw disabled('totp', 'TOTP');
      return enrollTotp(request, service, caller, enrolment);
    case 'phone':
      if (!mfa.phone.enrollEnabled) throw disabled('phone', 'Phone');
      return enrollPhone(request, service, caller, enrolment);
    case 'webauthn':
      if (!mfa.webAuthn.enrollEnabled) throw disabled('webauthn', 'WebAuthn');
      return enrollWebauthn(request, service, caller, enrolment);
    default:
      throw new ServiceError('validation_failed', 400, 'factor_type needs to be totp, phone, or webauthn');
  }
};

function disabled(type: string, name: string): ServiceError {
  return new ServiceError(`mfa_${type}_enroll_not_enabled`, 422, `MFA enroll is disabled for ${name}`);
}

/** A phone that codes are sent to. No message is sent before the first challenge. */
async function enrollPhone(
  request: AuthRequest,
  service: AuthService,
  caller: FactorOwner,
  enrolment: Enrolment,
): Promise<object> {
  if (enrolment.phone === '') {
    throw new ServiceError('validation_failed', 400, 'Phone number required to enroll Phone factor');
  }
  const phone = parsePhone(enrolment.phone);
  const id = await addFactor(request, service, caller, {
    type: 'phone',
    name: enrolment.friendly_name,
    phone,
  });
  return { id, type: 'phone', friendly_name: enrolment.friendly_name, phone: enrolment.phone };
}

/** A WebAuthn factor without a key. The key is created in answer to the first challenge. */
async function enrollWebauthn(
  request: AuthRequest,
  service: AuthService,
  caller: FactorOwner,
  enrolment: Enrolment,
): Promise<object> {
  const name = enrolment.friendly_name;
  const id = await addFactor(request, service, caller, { type: 'webauthn', name });
  return { id, type: 'webauthn', friendly_name: name };
}
