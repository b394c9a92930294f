import { describe, expect, it } from 'vitest';
import { noEncryptionKeys, readEncryptionKeys } from './encryption-settings.ts';

const [first, second] = ['A'.repeat(43), 'B'.repeat(42).concat('A')];

describe('encryption keys', () => {
  it.each<[Record<string, string>, RegExp]>([
    [{ DB_ENCRYPTION_KEY: first }, /DB_ENCRYPTION_KEY_ID is missing/],
    [{ DB_ENCRYPTION_KEY_ID: 'a' }, /DB_ENCRYPTION_KEY is missing/],
    [{ DB_ENCRYPTION_KEY_ID: 'a', DB_ENCRYPTION_KEY: 'too short' }, /DB_ENCRYPTION_KEY must be 32 bytes/],
    [{ DB_ENCRYPTION_KEY_ID: 'a:b', DB_ENCRYPTION_KEY: first }, /DB_ENCRYPTION_KEY_ID must not hold/],
    [{ DB_DECRYPTION_KEYS: first }, /DB_DECRYPTION_KEYS must look like/],
    [{ DB_DECRYPTION_KEYS: `a:${first},b:c` }, /DB_DECRYPTION_KEYS must look like/],
    [
      { DB_ENCRYPTION_KEY_ID: 'a', DB_ENCRYPTION_KEY: first, DB_DECRYPTION_KEYS: `a:${second}` },
      /another key under the name a/,
    ],
  ])('%j are refused', (environment, words) => {
    expect(() => readEncryptionKeys(environment)).toThrow(words);
    const message = String(tryReading(environment));
    expect(message).not.toContain(first);
    expect(message).not.toContain(second);
  });

  it('without a key nothing is encrypted', () => {
    expect(readEncryptionKeys({ DB_ENCRYPTION_KEY: '', DB_ENCRYPTION_KEY_ID: ' ' })).toEqual(
      noEncryptionKeys,
    );
  });
});

function tryReading(environment: Record<string, string>): unknown {
  try {
    return readEncryptionKeys(environment);
  } catch (error) {
    return error;
  }
}
