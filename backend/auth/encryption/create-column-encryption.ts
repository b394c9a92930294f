import type { EncryptionKeys } from '../../config/encryption-settings.ts';
import type { Randomness } from '../service/ports.ts';
import { findEnvelope, openEnvelope, sealEnvelope } from './envelope.ts';

/** Encrypts secrets in columns that must be read again. A ciphertext is bound to the row whose id is given. */
export interface ColumnEncryption {
  /** The id of the encryption key, if there is one. */
  keyId: string | undefined;
  /** The text to store. Without a key it is the plain text. */
  encrypt(rowId: string, text: string): string;
  decrypt(rowId: string, stored: string): Decrypted;
}

export interface Decrypted {
  text: string;
  /** The text to store instead, if the stored one is plain or was encrypted with another key. */
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
      const { text, keyId } = decryptStored(rowId, stored);
      const isCurrent = keyId === encryptWith?.id;
      return { text, renewed: isCurrent ? undefined : encrypt(rowId, text) };
    },
  };

  function decryptStored(rowId: string, stored: string): { text: string; keyId?: string } {
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
