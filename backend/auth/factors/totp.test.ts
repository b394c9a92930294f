import { describe, expect, it } from 'vitest';
import { findBase32Bytes, toBase32 } from './base32.ts';
import { findStep, otpauthUri, stepAt, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const time = (seconds: number) => new Date(seconds * 1000);

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %j as %j and reads it back', (text, base32) => {
    expect(toBase32(Buffer.from(text))).toBe(base32);
    expect(Buffer.from(findBase32Bytes(base32) ?? []).toString()).toBe(text);
  });

  it('reads lower case, spaces and padding, and nothing that is not base32', () => {
    expect(Buffer.from(findBase32Bytes('mzxw 6ytb oi======') ?? []).toString()).toBe('foobar');
    expect(findBase32Bytes('MZXW0')).toBeUndefined();
  });
});

describe('TOTP', () => {
  // The last six digits of the eight in RFC 6238, appendix B.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at second %i of RFC 6238 the code is %s', (seconds, code) => {
    expect(totpCode(secret, stepAt(time(seconds)))).toBe(code);
  });

  it('finds the step of a code within one step of now, and of no other', () => {
    const now = time(1_700_000_010);
    const present = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((away) =>
      findStep(toBase32(secret), totpCode(secret, present + away), now),
    );
    expect(found).toEqual([undefined, present - 1, present, present + 1, undefined]);
  });

  it.each([
    '',
    '12345',
    '1234567',
    'abcdef',
    '½½½',
    '1'.repeat(100_000),
  ])('finds no step for the code %.10s', (code) => {
    expect(findStep(toBase32(secret), code, time(59))).toBeUndefined();
  });

  it('writes a URI that apps understand', () => {
    const uri = new URL(otpauthUri(secret, 'My Site & Co', 'ada+x@example.com'));
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/My%20Site%20%26%20Co:ada%2Bx%40example\.com\?/);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      algorithm: 'SHA1',
      digits: '6',
      issuer: 'My Site & Co',
      period: '30',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    });
  });
});
