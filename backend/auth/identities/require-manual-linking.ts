import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service.ts';

/** People may add ways into their account and remove them only where the owner allows it. */
export function requireManualLinking({ config }: AuthService): void {
  if (config.enableManualLinking) return;
  throw new ServiceError('manual_linking_disabled', 404, 'Manual linking is disabled');
}
