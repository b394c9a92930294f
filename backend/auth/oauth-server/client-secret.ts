import { createHash, timingSafeEqual } from 'node:crypto';
import type { Randomness } from '../service/ports.ts';

/** The secret is random and long, so one round of SHA-256 is enough to protect it. */
export interface ClientSecret {
  /** Returned once, when the application is registered. */
  secret: string;
  hash: string;
}

export function createClientSecret(random: Randomness): ClientSecret {
  const secret = Buffer.from(random.bytes(32)).toString('base64url');
  return { secret, hash: digest(secret).toString('base64url') };
}

export function isSecretOf(hash: string, secret: string): boolean {
  const [stored, given] = [Buffer.from(hash, 'base64url'), digest(secret)];
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
