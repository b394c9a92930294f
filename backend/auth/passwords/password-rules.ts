import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import { maxPasswordBytes } from './create-passwords.ts';

export interface WeakPassword {
  message: string;
  reasons: string[];
}

/** What is weak about a password, or undefined. */
export async function findWeakness(
  password: string,
  service: AuthService,
): Promise<WeakPassword | undefined> {
  const weaknesses = await service.strength.checkStrength(password);
  if (weaknesses.length === 0) return undefined;
  return {
    message: weaknesses.map(({ message }) => message).join(' '),
    reasons: weaknesses.map(({ reason }) => reason),
  };
}

export async function requireStrongPassword(password: string, service: AuthService): Promise<void> {
  if (service.strength.isTooLong(password)) {
    const message = `Password cannot be longer than ${maxPasswordBytes} characters`;
    throw ServiceError.validationFailed(message);
  }
  const weakness = await findWeakness(password, service);
  if (weakness === undefined) return;
  throw new ServiceError('weak_password', 422, weakness.message, {
    fields: { weak_password: { reasons: weakness.reasons } },
  });
}
