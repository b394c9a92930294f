import { ServiceError } from '../../http/service-error.ts';
import { limitAccount } from '../limits/route-limits.ts';
import type { Endpoint } from '../service/request.ts';
import { enrollPhone } from './enroll-phone.ts';
import { enrollTotp } from './enroll-totp.ts';
import { enrollWebauthn } from './enroll-webauthn.ts';
import { enrolmentShape } from './enrolment.ts';
import { requireFactorOwner } from './require-factor-owner.ts';

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
      throw ServiceError.validationFailed('factor_type needs to be totp, phone, or webauthn');
  }
};

function disabled(type: string, name: string): ServiceError {
  return new ServiceError(`mfa_${type}_enroll_not_enabled`, 422, `MFA enroll is disabled for ${name}`);
}
