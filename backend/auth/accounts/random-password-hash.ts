import type { Randomness } from '../ports.ts';

/**
 * A hash in bcrypt's form that belongs to no password anybody knows, for accounts that sign in by code. It is drawn instead of
 * computed: hashing a password that is thrown away would cost time, and tell by that time that the account is new.
 */
export function randomPasswordHash(random: Randomness): string {
  const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const characters = [...random.bytes(53)].map((byte) => alphabet[byte % 64]);
  // The last character of bcrypt's salt and of its digest hold fewer bits than the others.
  characters[21] = 'O';
  characters[52] = 'O';
  return `$2a$10$${characters.join('')}`;
}
