import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';

export function emailExists(): ServiceError {
  return new ServiceError('email_exists', 422, 'A user with this email address has already been registered');
}

export function phoneExists(): ServiceError {
  return new ServiceError('phone_exists', 422, 'Phone number already registered by another user');
}

/**
 * Runs a change of accounts. A conflict with a concurrent request gives the same error as an address or id that was taken before.
 */
export async function withConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const constraint = String(Object(error).constraint);
    if (constraint === 'users_email_partial_key') throw emailExists();
    if (constraint === 'users_phone_key') throw phoneExists();
    throw new ServiceError('user_already_exists', 422, 'A user with this ID already exists', {
      cause: error,
    });
  }
}
