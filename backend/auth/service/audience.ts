import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from './request.ts';
import type { AuthService } from './service.ts';

const header = 'X-JWT-AUD';
/** The length of the column in auth.users. */
const maxLength = 255;

/** The audience of a request's accounts and tokens: the one that `X-JWT-AUD` names, or the configured one. */
export function withAudience({ headers }: AuthRequest, service: AuthService): AuthService {
  const audience = headers.get(header) ?? '';
  if (audience === '' || audience === service.config.audience) return service;
  if (audience.length > maxLength)
    throw ServiceError.validationFailed(`${header} must have at most ${maxLength} characters`);
  return { ...service, config: { ...service.config, audience } };
}

/** A request that names an audience is only for accounts of that audience. */
export function requireSameAudience({ headers }: AuthRequest, user: { aud: string | null }): void {
  const audience = headers.get(header) ?? '';
  if (audience !== '' && audience !== user.aud)
    throw ServiceError.validationFailed("Token audience doesn't match request audience");
}
