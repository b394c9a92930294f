import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parseEmail, parsePhone } from '../accounts/addresses.ts';
import { optionalData, optionalFlag, optionalText } from '../service/body-shapes.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { findDuration } from './ban-duration.ts';

const shape = z.object({
  id: optionalText,
  aud: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  password_hash: optionalText,
  email_confirm: optionalFlag(false),
  phone_confirm: optionalFlag(false),
  user_metadata: optionalData,
  app_metadata: optionalData,
  ban_duration: optionalText,
});

/** The attributes that an admin sends, with addresses in their stored form. Empty means not given. */
export interface UserAttributes extends z.infer<typeof shape> {
  /** Null lifts the ban, undefined leaves it unchanged. */
  bannedUntil: Date | null | undefined;
}

export async function readUserAttributes(
  request: AuthRequest,
  service: AuthService,
): Promise<UserAttributes> {
  const body = await request.body(shape);
  return {
    ...body,
    role: body.role.trim(),
    email: body.email === '' ? '' : parseEmail(body.email),
    phone: body.phone === '' ? '' : parsePhone(body.phone),
    bannedUntil: parseBan(body.ban_duration, service.clock.now()),
  };
}

function parseBan(text: string, now: Date): Date | null | undefined {
  if (text === '') return undefined;
  const duration = text === 'none' ? 0 : findDuration(text);
  if (duration === undefined) {
    const message = `invalid format for ban duration: ${JSON.stringify(text.slice(0, 40))} is neither "none" nor like "24h"`;
    throw ServiceError.validationFailed(message);
  }
  return duration === 0 ? null : new Date(now.getTime() + duration);
}
