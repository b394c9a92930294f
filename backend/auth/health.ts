import type { Endpoint } from './service/request.ts';

/** GET /health: which service this is. */
export const health: Endpoint = async (_request, service) => ({
  version: service.version,
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
});
