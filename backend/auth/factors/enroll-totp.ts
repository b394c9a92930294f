import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { addFactor } from './add-factor.ts';
import { toBase32 } from './base32.ts';
import type { Enrolment } from './enrolment.ts';
import { toQrSvg } from './qr-svg.ts';
import type { FactorOwner } from './require-factor-owner.ts';
import { otpauthUri, secretBytes } from './totp.ts';

/** Cameras read codes up to this length well, and drawing one is fast. */
const maxUriLength = 600;

/** A secret for an authenticator app, as text, as a URI and as a QR code. Read by supabase-js: keep these keys. */
export async function enrollTotp(
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
