import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parsePhone } from '../accounts/addresses.ts';
import { limitAccount } from '../limits/route-limits.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { addFactor } from './add-factor.ts';
import { toBase32 } from './base32.ts';
import { toQrSvg } from './qr-svg.ts';
import { type FactorOwner, requireFactorOwner } from './require-factor-owner.ts';
import { otpauthUri, secretBytes } from './totp.ts';

/** The body of POST /factors. */
const enrolmentShape = z.object({
  friendly_name: optionalText,
  factor_type: optionalText,
  issuer: optionalText,
  phone: optionalText,
});
type Enrolment = z.infer<typeof enrolmentShape>;

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

/** Cameras read codes up to this length well, and drawing one is fast. */
const maxUriLength = 600;

/** A secret for an authenticator app, as text, as a URI and as a QR code. Read by supabase-js: keep these keys. */
async function enrollTotp(
  request: AuthRequest,
  service: AuthService,
  caller: FactorOwner,
  enrolment: Enrolment,
): Promise<object> {
  const { user } = caller;
  const issuer = enrolment.issuer || new URL(service.config.siteUrl).host;
  const key = service.random.bytes(secretBytes);
  const uri = otpauthUri(key, issuer, user.email || user.phone || user.id);
  if (uri.length > maxUriLength) throw ServiceError.validationFailed('The issuer is too long for a QR code');
  const secret = toBase32(key);
  const id = await addFactor(request, service, caller, {
    type: 'totp',
    name: enrolment.friendly_name,
    secret,
  });
  return {
    id,
    type: 'totp',
    friendly_name: enrolment.friendly_name,
    totp: { qr_code: toQrSvg(uri), secret, uri },
  };
}

/** A phone that codes are sent to. No message is sent before the first challenge. */
async function enrollPhone(
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
