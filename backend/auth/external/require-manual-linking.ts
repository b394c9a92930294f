import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';

/** Users may link and unlink identities only where the configuration allows it. */
export function requireManualLinking({ config }: AuthService): void {
  if (config.enableManualLinking) return;
  throw new ServiceError('manual_linking_disabled', 404, 'Manual linking is disabled');
}
