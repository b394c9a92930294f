import { createHmac, timingSafeEqual } from 'node:crypto';
import { findBase32Bytes, toBase32 } from './base32.ts';

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30;
const digits = 6;
/** Codes of the step before and the step after are accepted too: clocks differ, and users type slowly. */
const skew = 1;
/** RFC 4226 recommends 160 bits. */
export const secretBytes = 20;

export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / stepSeconds);
}

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * The time step of a code, or undefined when it matches none of the accepted steps. Spaces are ignored, because apps show them.
 */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const key = findBase32Bytes(secret);
  const given = Buffer.from(code.replaceAll(' ', ''));
  if (key === undefined || given.length !== digits) return undefined;
  const present = stepAt(now);
  let found: number | undefined;
  // All steps are compared, so that the time taken does not reveal which one matches.
  for (let step = present + skew; step >= present - skew; step -= 1) {
    if (timingSafeEqual(Buffer.from(totpCode(key, step)), given)) found = step;
  }
  return found;
}

/** The URI in the QR code. Apps show `issuer` and `account` to distinguish their entries. */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const [provider, name] = [encodeURIComponent(issuer), encodeURIComponent(account)];
  const query = [
    'algorithm=SHA1',
    `digits=${digits}`,
    `issuer=${provider}`,
    `period=${stepSeconds}`,
    `secret=${toBase32(secret)}`,
  ].join('&');
  return `otpauth://totp/${provider}:${name}?${query}`;
}
