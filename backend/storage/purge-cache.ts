import type { Endpoint } from './request.ts';
import { accessDenied } from './storage-error.ts';

/** DELETE /cdn/:bucket/*: there is no cache between us and the readers, so there is nothing to do. For the secret key only. */
export const purgeCache: Endpoint = async (request) => {
  const { role } = await request.caller();
  if (role !== 'service_role') throw accessDenied('Access denied: Invalid role', { httpStatus: 403 });
  return { message: 'success' };
};
