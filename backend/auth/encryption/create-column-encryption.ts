import type { EncryptionKeys } from '../../config/encryption-settings.ts';
import type { ColumnEncryption, Randomness } from '../service/ports.ts';
import { findEnvelope, openEnvelope, sealEnvelope } from './envelope.ts';

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
