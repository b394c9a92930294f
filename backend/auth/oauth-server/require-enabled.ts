import { ServiceError } from '../../http/service-error.ts';
import type { Endpoint } from '../request.ts';

/** An endpoint that is there only where the owner has switched the OAuth server on. */
export const whenEnabled =
  (endpoint: Endpoint): Endpoint =>
  async (request, service) => {
    if (service.config.oauthServer.enabled) return endpoint(request, service);
    throw new ServiceError('feature_disabled', 404, 'OAuth server is disabled');
  };
