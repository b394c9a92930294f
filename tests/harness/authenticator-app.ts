/** What an authenticator app does: computes the current code from the secret that the page shows (RFC 6238). */
import { createHmac } from 'node:crypto';

const stepMs = 30_000;

export function computeCode(secret: string, time = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / stepMs)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const start = mac.readUInt8(19) % 16;
  return String((mac.readUInt32BE(start) % 2 ** 31) % 1_000_000).padStart(6, '0');
}

/** A code works once, so a second sign-in needs the next; the service accepts it up to one step early. */
export function computeNextCode(secret: string): string {
  return computeCode(secret, Date.now() + stepMs);
}

function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
