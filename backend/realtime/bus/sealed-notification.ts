/**
 * The text of a notification. Any role of the database can send notifications and hear them, so they are encrypted and authenticated with a
 * key that only the processes of this program have. Each process has a key of its own, and numbers its notifications.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { BoundedMap } from '../../http/bounded-map.ts';

export interface Notification {
  process: string;
  /** The first one of a process is 1. */
  sequence: number;
  /** Milliseconds since 1970, by the clock of the sender. */
  sentAt: number;
  /** Messages that do not fit into one notification are divided among several. */
  isFirst: boolean;
  isLast: boolean;
  bytes: Buffer;
}

/** Postgres takes fewer than 8,000 bytes: base64, with the name of the process and the number in front. */
export const maxPartBytes = 5800;

const algorithm = 'aes-256-gcm';
const tagBytes = 16;
const headBytes = 7;
const first = 1;
const last = 2;

export function createProcessName(): string {
  return randomBytes(12).toString('base64url');
}

export function createSeal(
  key: Buffer,
  process: string,
): (notification: Omit<Notification, 'process'>) => string {
  const ownKey = keyOf(key, process);
  return ({ sequence, sentAt, isFirst, isLast, bytes }) => {
    const head = Buffer.alloc(headBytes);
    head[0] = (isFirst ? first : 0) | (isLast ? last : 0);
    head.writeUIntBE(sentAt, 1, 6);
    const cipher = createCipheriv(algorithm, ownKey, toNonce(sequence));
    const parts = [cipher.update(head), cipher.update(bytes), cipher.final()];
    const sealed = Buffer.concat([...parts, cipher.getAuthTag()]);
    return `${process}.${sequence.toString(36)}.${sealed.toString('base64')}`;
  };
}

/** The process that a notification says it is from. */
export function readProcess(text: string): string {
  return text.slice(0, text.indexOf('.'));
}

/** Returns undefined for a text that was not sealed with this key. */
export function createUnseal(key: Buffer): (text: string) => Notification | undefined {
  const keys = new BoundedMap<Buffer>(1000);
  return (text) => {
    const [process = '', number = '', base64 = ''] = text.split('.', 3);
    const sequence = Number.parseInt(number, 36);
    const sealed = Buffer.from(base64, 'base64');
    if (!(sequence > 0 && sequence <= Number.MAX_SAFE_INTEGER) || sealed.length < headBytes + tagBytes)
      return undefined;
    const ownKey = keys.get(process) ?? keyOf(key, process);
    const opened = decrypt(ownKey, sequence, sealed);
    if (opened === undefined) return undefined;
    keys.set(process, ownKey);
    const flags = opened[0] ?? 0;
    return {
      process,
      sequence,
      sentAt: opened.readUIntBE(1, 6),
      isFirst: (flags & first) !== 0,
      isLast: (flags & last) !== 0,
      bytes: opened.subarray(headBytes),
    };
  };
}

function decrypt(key: Buffer, sequence: number, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(algorithm, key, toNonce(sequence));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function keyOf(key: Buffer, process: string): Buffer {
  return createHmac('sha256', key).update(process).digest();
}

/** No number is used twice with the key of a process. */
function toNonce(sequence: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(sequence), 4);
  return nonce;
}
