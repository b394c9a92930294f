import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../http/service-error.ts';
import type { Randomness } from '../service/ports.ts';

/** Version 1 is twelve characters stored in a table; version 2 names its session and contains a counter and a signature. */
export type ParsedRefreshToken =
  | { version: 1; token: string }
  | { version: 2; sessionId: string; counter: number; signed: Buffer; signature: Buffer };

const signatureLength = 16;
const checksumLength = 4;

export function createRefreshTokenV1(random: Randomness): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let token = '';
  while (token.length < 12) {
    // 252 is the largest multiple of 36 that a byte can hold: a higher value would make some characters more likely.
    for (const byte of random.bytes(16)) if (byte < 252 && token.length < 12) token += alphabet[byte % 36];
  }
  return token;
}

export function createRefreshTokenV2(sessionId: string, counter: number, key: Buffer): string {
  const signed = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    varint(counter),
  ]);
  const body = Buffer.concat([signed, signatureOf(signed, key)]);
  return Buffer.concat([body, checksumOf(body)]).toString('base64url');
}

export function isSignedBy(token: Extract<ParsedRefreshToken, { version: 2 }>, key: Buffer): boolean {
  return timingSafeEqual(token.signature, signatureOf(token.signed, key));
}

/** Parses a refresh token. A malformed one is refused without a query. */
export function parseRefreshToken(token: string): ParsedRefreshToken {
  if (/^[a-z0-9]{12}$/.test(token)) return { version: 1, token };
  const parsed = parseVersion2(token);
  if (parsed === undefined) throw ServiceError.validationFailed('Refresh token is not valid');
  return parsed;
}

function parseVersion2(token: string): ParsedRefreshToken | undefined {
  if (!/^[\w-]{51,70}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(0, bytes.length - checksumLength);
  if (bytes[0] !== 0 || !checksumOf(body).equals(bytes.subarray(body.length))) return undefined;
  const signed = body.subarray(0, body.length - signatureLength);
  const counter = readVarint(signed.subarray(17));
  if (counter === undefined) return undefined;
  const hex = signed.subarray(1, 17).toString('hex');
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { version: 2, sessionId, counter, signed, signature: body.subarray(signed.length) };
}

function signatureOf(data: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest().subarray(0, signatureLength);
}

function checksumOf(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest().subarray(0, checksumLength);
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

function readVarint(bytes: Buffer): number | undefined {
  let value = 0;
  for (const [index, byte] of bytes.entries()) {
    value += (byte % 128) * 128 ** index;
    const isLast = byte < 128;
    if (isLast !== (index === bytes.length - 1) || !Number.isSafeInteger(value)) return undefined;
  }
  return bytes.length === 0 ? undefined : value;
}
