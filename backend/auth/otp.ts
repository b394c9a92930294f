import { z } from 'zod';
import { ServiceError } from '../http/service-error.ts';
import { challengeMembers, optionalData, optionalFlag, optionalText } from './body-shapes.ts';
import { parseChallenge } from './codes/flow-state.ts';
import { requireCaptcha } from './guards/captcha.ts';
import { inEvenTime } from './guards/even-time.ts';
import { limitRoute } from './guards/rate-limits.ts';
import type { Endpoint } from './request.ts';
import { sendMagicLink } from './send-magic-link.ts';
import { sendSignInText } from './send-sign-in-text.ts';

const shape = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: optionalFlag(true),
  data: optionalData,
  channel: optionalText,
  ...challengeMembers,
});

/** POST /otp: sends a link and code by mail, or a code by SMS. Who has no account gets one, unless that is ruled out. */
export const otp: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  await limitRoute(service, request, 'otp', (body.email || body.phone).toLowerCase());
  if (body.email !== '' && body.phone !== '') {
    throw refused('Only an email address or phone number should be provided');
  }
  if (body.email !== '' && body.channel !== '')
    throw refused('Channel should only be specified with Phone OTP');
  parseChallenge(body);
  if (body.email === '' && body.phone === '') throw refused('One of email or phone must be set');
  if (body.email !== '') return inEvenTime(sendMagicLink(request, service, body));
  return inEvenTime(sendSignInText(request, service, body));
};

/** POST /magiclink: the same by mail only. */
export const magicLink: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  await limitRoute(service, request, 'otp', body.email.toLowerCase());
  if (body.email === '') {
    throw new ServiceError('validation_failed', 422, 'Password recovery requires an email');
  }
  return inEvenTime(sendMagicLink(request, service, { ...body, create_user: true }));
};

function refused(message: string): ServiceError {
  return new ServiceError('validation_failed', 400, message);
}
