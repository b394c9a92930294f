import type { EncryptionKeys } from '../../config/encryption-settings.ts';
import type { Randomness } from '../ports.ts';
import { findEnvelope, openEnvelope, sealEnvelope } from './envelope.ts';

/** Secrets in columns that have to be read again. Each belongs to the row whose id is given, and opens nowhere else. */
export interface ColumnEncryption {
  /** The name of the key that encrypts, if there is one. */
  keyId: string | undefined;
  /** What to store. Without a key that is the text itself. */
  encrypt(rowId: string, text: string): string;
  decrypt(rowId: string, stored: string): Decrypted;
}

export interface Decrypted {
  text: string;
  /** What to store in its place, when it is not stored as it would be now: plain, or under another key. */
  renewed: string | undefined;
}

export function createColumnEncryption(keys: EncryptionKeys, random: Randomness): ColumnEncryption {
  const { encryptWith, decryptWith } = keys;
  const encrypt = (rowId: string, text: string) =>
    encryptWith === undefined ? text : sealEnvelope(random, encryptWith, rowId, text);

  return {
    keyId: encryptWith?.id,
    encrypt,
    decrypt(rowId, stored) {
      const { text, keyId } = open(rowId, stored);
      const isPresent = keyId === encryptWith?.id;
      return { text, renewed: isPresent ? undefined : encrypt(rowId, text) };
    },
  };

  function open(rowId: string, stored: string): { text: string; keyId?: string } {
    let keyId: string | undefined;
    try {
      const envelope = findEnvelope(stored);
      if (envelope === undefined) return { text: stored };
      keyId = envelope.key_id;
      const key = decryptWith.get(keyId);
      if (key !== undefined) return { text: openEnvelope(envelope, key, rowId), keyId };
    } catch (cause) {
      throw new Error(
        `A secret in the database (row ${rowId}) cannot be decrypted: it was changed or belongs to another row, or DB_DECRYPTION_KEYS has a wrong key under the name ${JSON.stringify(keyId)}.`,
        { cause },
      );
    }
    throw new Error(
      `A secret in the database (row ${rowId}) is encrypted with the key ${JSON.stringify(keyId)}, which is not known here. Add it to DB_DECRYPTION_KEYS (name:key).`,
    );
  }
}
