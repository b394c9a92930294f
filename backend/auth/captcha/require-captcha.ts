import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireAdmin } from '../sessions/require-user.ts';

const shape = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
});

/** Where a captcha is configured, the body must contain a valid token. An admin needs none. */
export async function requireCaptcha(request: AuthRequest, service: AuthService): Promise<void> {
  if (!service.config.captcha.enabled) return;
  if (await isAdmin(request, service)) return;
  const body = await request.body(shape);
  const token = body.gotrue_meta_security?.captcha_token?.trim();
  if (token === undefined || token === '') {
    throw new ServiceError(
      'captcha_failed',
      400,
      'captcha protection: request disallowed (no captcha_token found)',
    );
  }
  if (!(await service.captcha.verify(token, request.clientAddress))) {
    throw new ServiceError(
      'captcha_failed',
      400,
      'captcha protection: request disallowed (invalid-input-response)',
    );
  }
}

async function isAdmin(request: AuthRequest, service: AuthService): Promise<boolean> {
  try {
    await requireAdmin(request, service);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
