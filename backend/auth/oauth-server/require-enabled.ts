import { ServiceError } from '../../http/service-error.ts';
import type { Endpoint } from '../service/request.ts';

/** An endpoint that is found only where the OAuth server is enabled. */
export const whenEnabled =
  (endpoint: Endpoint): Endpoint =>
  async (request, service) => {
    if (service.config.oauthServer.enabled) return endpoint(request, service);
    throw new ServiceError('feature_disabled', 404, 'OAuth server is disabled');
  };
