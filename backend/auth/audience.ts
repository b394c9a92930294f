import { ServiceError } from '../http/service-error.ts';
import type { AuthRequest } from './request.ts';
import type { AuthService } from './service.ts';

const header = 'X-JWT-AUD';
/** As long as the column of an account. */
const maxLength = 255;

/** For whom the accounts and tokens of a request are: those whom `X-JWT-AUD` names, or our own audience. */
export function withAudience(service: AuthService, { headers }: AuthRequest): AuthService {
  const audience = headers.get(header) ?? '';
  if (audience === '' || audience === service.config.audience) return service;
  if (audience.length > maxLength)
    throw new ServiceError('validation_failed', 400, `${header} must have at most ${maxLength} characters`);
  return { ...service, config: { ...service.config, audience } };
}

/** A request that names an audience means an account of that audience. */
export function requireSameAudience({ headers }: AuthRequest, user: { aud: string | null }): void {
  const audience = headers.get(header) ?? '';
  if (audience !== '' && audience !== user.aud)
    throw new ServiceError('validation_failed', 400, "Token audience doesn't match request audience");
}
