import { describe, expect, test } from 'vitest';
import { createPasswords } from './create-passwords.ts';

const passwords = createPasswords();

const signerKey = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
const firebaseHash = `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${signerKey}$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`;

/** From other sources: OpenBSD's vectors, argon2's reference tool, and the example in Firebase's own repository. */
const vectors = [
  ['bcrypt 2a', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe', 'a'],
  ['bcrypt 2a, empty', '$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s.', ''],
  ['bcrypt 2y', '$2y$10$srNl09aPtc2qr.0Vl.NtjekJRt/NxRxYQm3qd3OvfcKsJgVnr6.Ve', 'test'],
  ['argon2i', '$argon2i$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g', 'test'],
  [
    'argon2id',
    '$argon2id$v=19$m=32,t=3,p=2$SFVpOWJ0eXhjRzVkdGN1RQ$RXnb8rh7LaDcn07xsssqqulZYXOM/EUCEFMVcAcyYVk',
    'test',
  ],
  ['Firebase scrypt', firebaseHash, 'user1password'],
] as const;

const argon2Tail = '$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g';
const unknownForms = [
  ['nothing', ''],
  ['plain text', 'test'],
  ['md5crypt', '$1$abc$0123456789abcdefghijkl'],
  ['bcrypt cut short', '$2b$10$abcdefghijklmnopqrstuv'],
  ['bcrypt that would take days', `$2b$31$${'a'.repeat(53)}`],
  ['argon2d', `$argon2d$v=19$m=16,t=2,p=1${argon2Tail}`],
  ['an older argon2', `$argon2id$v=16$m=16,t=2,p=1${argon2Tail}`],
  ['argon2 with data', `$argon2id$v=19$m=16,t=2,p=1,data=abc${argon2Tail}`],
  ['argon2 that takes all memory', `$argon2id$v=19$m=4000000000,t=2,p=1${argon2Tail}`],
  ['argon2 that takes for ever', `$argon2id$v=19$m=16,t=4000000000,p=1${argon2Tail}`],
  ['argon2 without salt', '$argon2id$v=19$m=16,t=2,p=1$$NfEnUOuUpb7F2fQkgFUG4g'],
  ['argon2 without memory', `$argon2id$v=19$m=0,t=2,p=1${argon2Tail}`],
  ['Firebase scrypt of another version', firebaseHash.replace('v=1', 'v=2')],
  ['Firebase scrypt that takes all memory', firebaseHash.replace('n=14', 'n=40')],
  ['Firebase scrypt with costs that do not fit', firebaseHash.replace('n=14,r=8', 'n=17,r=1')],
  ['Firebase scrypt with no rounds', firebaseHash.replace('r=8', 'r=0')],
  ['Firebase scrypt with a broken key', firebaseHash.replace(signerKey, '!!!')],
  ['Firebase scrypt without a key and without a hash', '$fbscrypt$v=1,n=1,r=1,p=1$AAAA$'],
] as const;

describe('A22: password hashes', () => {
  test.each(vectors)('%s is verified', async (_name, hash, password) => {
    expect(await passwords.verify(hash, password)).toBe(true);
    expect(await passwords.verify(hash, `${password}1`)).toBe(false);
  });

  test.each(unknownForms)('%s verifies no password', async (_name, hash) => {
    for (const password of ['test', '', 'user1password'])
      expect(await passwords.verify(hash, password)).toBe(false);
  });

  test('a new hash is bcrypt with cost 10 and verifies', async () => {
    const hash = await passwords.hash('correct horse');
    expect(hash).toMatch(/^\$2b\$10\$/);
    expect(await passwords.verify(hash, 'correct horse')).toBe(true);
    expect(await passwords.verify(hash, 'correct horsf')).toBe(false);
  });

  test.each([
    ['$2a$04$', true],
    ['$2a$05$', false],
    ['$2a$10$', false],
    ['$2a$12$', true],
  ])('%s… needs a rehash: %s', (start, expected) => {
    expect(passwords.needsRehash(start + 'a'.repeat(53))).toBe(expected);
  });

  test('argon2 and Firebase hashes are not rehashed', () => {
    for (const [, hash] of vectors.slice(3)) expect(passwords.needsRehash(hash)).toBe(false);
  });

  test('without an account the verification fails', async () => {
    expect(await passwords.verifyDummy('test')).toBe(false);
    expect(await passwords.verifyDummy('é'.repeat(100))).toBe(false);
  });
});

describe('stricter: passwords over 72 bytes are refused, never truncated', () => {
  test('72 bytes are hashed, 73 are not', async () => {
    const longest = 'é'.repeat(36);
    const hash = await passwords.hash(longest);
    expect(await passwords.verify(hash, longest)).toBe(true);
    await expect(passwords.hash(`${longest}x`)).rejects.toThrow('72 bytes');
  });

  test('a longer password that begins like the right one does not verify', async () => {
    const hash = await passwords.hash('a'.repeat(72));
    expect(await passwords.verify(hash, 'a'.repeat(73))).toBe(false);
  });

  test('a password does not end at a zero byte', async () => {
    const hash = await passwords.hash('abc\0def');
    expect(await passwords.verify(hash, 'abc\0xyz')).toBe(false);
    expect(await passwords.verify(hash, 'abc')).toBe(false);
  });
});

describe('the queue', () => {
  test('computes sixteen concurrent hashes correctly, one after the other', async () => {
    const one = createPasswords({ atOnce: 1 });
    const names = Array.from({ length: 16 }, (_, index) => `password ${index}`);
    const hashes = await Promise.all(names.map((name) => one.hash(name)));
    expect(new Set(hashes).size).toBe(16);
    expect(await one.verify(hashes[7] ?? '', 'password 7')).toBe(true);
  });

  test('continues after a hash that fails', async () => {
    const one = createPasswords({ atOnce: 1 });
    const results = await Promise.allSettled(
      ['x'.repeat(80), 'good', 'y'.repeat(80), 'better'].map(one.hash),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });
});
