import { hash } from '@node-rs/argon2';
import type { Randomness } from '../service/ports.ts';

/** Letters and digits that cannot be confused with one another. There are 32, so that five random bits make one. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const codeLength = 16;
/** Eighty bits cannot be guessed; the hash is for Supabase's table, whose server verifies this format and no other. */
const cost = { memoryCost: 19_456, timeCost: 1, parallelism: 1, outputLen: 32 };

export function createCode(random: Randomness): string {
  return Array.from(random.bytes(codeLength), (byte) => alphabet[byte & 31]).join('');
}

/** Accepts a code as users type it: in groups, in upper case. */
export function toCanonicalCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase();
}

export function isCodeFormat(code: string): boolean {
  return /^[a-z2-7]{8,64}$/.test(code);
}

export function hashCode(code: string): Promise<string> {
  return hash(code, cost);
}
