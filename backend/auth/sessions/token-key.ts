import type { AuthService } from '../service/service.ts';
import type { SessionRow } from './session-row.ts';

/** Encrypts the key that signs the refresh tokens (version 2) of one session, for its column. */
export function encryptTokenKey({ encryption }: AuthService, sessionId: string, key: Buffer): string {
  return encryption.encrypt(sessionId, key.toString('base64url'));
}

/** `stored` is the text to store from now on. */
export function decryptTokenKey(
  { encryption }: AuthService,
  { id, refresh_token_hmac_key: encrypted }: SessionRow,
): { key: Buffer; stored: string } {
  const { text, renewed } = encryption.decrypt(id, encrypted ?? '');
  return { key: Buffer.from(text, 'base64url'), stored: renewed ?? encrypted ?? '' };
}
