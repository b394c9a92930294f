import { ServiceError } from '../../http/service-error.ts';
import { parsePhone } from '../accounts/addresses.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { addFactor } from './add-factor.ts';
import type { Enrolment } from './enrolment.ts';
import type { FactorOwner } from './require-factor-owner.ts';

/** A phone that codes are sent to. No message is sent before the first challenge. */
export async function enrollPhone(
  request: AuthRequest,
  service: AuthService,
  caller: FactorOwner,
  enrolment: Enrolment,
): Promise<object> {
  if (enrolment.phone === '') {
    throw ServiceError.validationFailed('Phone number required to enroll Phone factor');
  }
  const phone = parsePhone(enrolment.phone);
  const id = await addFactor(request, service, caller, {
    type: 'phone',
    name: enrolment.friendly_name,
    phone,
  });
  return { id, type: 'phone', friendly_name: enrolment.friendly_name, phone: enrolment.phone };
}
