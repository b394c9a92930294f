import type { Randomness } from '../service/ports.ts';

/**
 * A random hash in bcrypt's format that matches no password, for accounts that sign in by code. It is generated instead of
 * computed: hashing a password that is thrown away would cost time, and that time would reveal that the account is new.
 */
export function randomPasswordHash(random: Randomness): string {
  const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const characters = [...random.bytes(53)].map((byte) => alphabet[byte % 64]);
  // The last characters of bcrypt's salt and digest hold fewer bits than the others.
  characters[21] = 'O';
  characters[52] = 'O';
  return `$2a$10$${characters.join('')}`;
}
