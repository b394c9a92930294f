import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { Randomness } from '../service/ports.ts';

/** The reference server's format for an encrypted column, so that both servers can read it. Keep these keys. */
const shape = z.object({
  key_id: z.string().min(1),
  alg: z.literal('aes-gcm-hkdf'),
  data: z.base64(),
  nonce: z.base64(),
});
export type Envelope = z.infer<typeof shape>;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Undefined for a text that was never encrypted. A damaged envelope throws. */
export function findEnvelope(stored: string): Envelope | undefined {
  const value = stored.startsWith('{') ? parseJson(stored) : undefined;
  return shape.pick({ alg: true }).safeParse(value).success ? shape.parse(value) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sealEnvelope(
  random: Randomness,
  { id, key }: { id: string; key: Buffer },
  rowId: string,
  text: string,
): string {
  const nonce = Buffer.from(random.bytes(nonceBytes));
  const cipher = createCipheriv(algorithm, keyOfRow(key, rowId), nonce);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const envelope: Envelope = {
    key_id: id,
    alg: 'aes-gcm-hkdf',
    data: data.toString('base64'),
    nonce: nonce.toString('base64'),
  };
  return JSON.stringify(envelope);
}

/** Throws when the envelope was changed or belongs to another row. */
export function openEnvelope(envelope: Envelope, key: Buffer, rowId: string): string {
  const data = Buffer.from(envelope.data, 'base64');
  const nonce = Buffer.from(envelope.nonce, 'base64');
  const decipher = createDecipheriv(algorithm, keyOfRow(key, rowId), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(data.subarray(-tagBytes));
  return Buffer.concat([decipher.update(data.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
}

/** One key per row binds the ciphertext to its row and keeps random nonces from colliding. */
function keyOfRow(key: Buffer, rowId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), rowId, key.length));
}
