import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parseEmail } from '../accounts/addresses.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { parseChallenge } from '../codes/flow-state.ts';
import { inConstantTime } from '../limits/constant-time.ts';
import { limitFailures, limitRoute } from '../limits/route-limits.ts';
import { challengeMembers, optionalData, optionalFlag, optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { sendMagicLink } from './send-magic-link.ts';
import { sendSignInSms } from './send-sign-in-sms.ts';

const shape = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: optionalFlag(true),
  data: optionalData,
  channel: optionalText,
  ...challengeMembers,
});

/**
 * POST /otp: sends a link and code by mail, or a code by SMS. Creates an account for an unknown address, unless the body forbids
 * it.
 */
export const otp: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  const account = (body.email || body.phone).toLowerCase();
  const email = await limitFailures(request, service, { route: 'otp', account }, () =>
    parseOtp(service, body),
  );
  if (email !== undefined) return inConstantTime(sendMagicLink(request, service, email, body));
  await limitRoute(request, service, 'otp', account);
  return inConstantTime(sendSignInSms(request, service, body));
};

/** POST /magiclink: the same by mail only. */
export const magicLink: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  const parse = () => {
    if (body.email === '')
      throw new ServiceError('validation_failed', 422, 'Password recovery requires an email');
    parseChallenge(body);
    return parseMailAddress(service, body.email);
  };
  const email = await limitFailures(
    request,
    service,
    { route: 'otp', account: body.email.toLowerCase() },
    parse,
  );
  return inConstantTime(sendMagicLink(request, service, email, { ...body, create_user: true }));
};

/** The email address of the body; undefined for a text message. */
function parseOtp(service: AuthService, body: z.infer<typeof shape>): string | undefined {
  if (body.email !== '' && body.phone !== '')
    throw ServiceError.validationFailed('Only an email address or phone number should be provided');
  if (body.email !== '' && body.channel !== '')
    throw ServiceError.validationFailed('Channel should only be specified with Phone OTP');
  parseChallenge(body);
  if (body.email === '' && body.phone === '')
    throw ServiceError.validationFailed('One of email or phone must be set');
  return body.email === '' ? undefined : parseMailAddress(service, body.email);
}

function parseMailAddress(service: AuthService, email: string): string {
  if (!service.config.email.enableSignup)
    throw new ServiceError('email_provider_disabled', 422, 'Email logins are disabled');
  return parseEmail(email);
}
