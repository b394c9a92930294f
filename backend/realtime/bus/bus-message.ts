/** What processes tell each other, as bytes. Several messages follow each other, each with its lengths in front. */
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { PresenceChange } from '../presence-change.ts';

export type BusMessage =
  | { kind: 'broadcast'; message: BroadcastMessage }
  | { kind: 'presence'; change: PresenceChange }
  /** Presences of the sender that are not in the list have left. Those in the list follow as changes. */
  | { kind: 'presences'; refs: string[] }
  /** Asks one process, or all, for its presences. */
  | { kind: 'ask'; of?: string }
  | { kind: 'heartbeat' }
  | { kind: 'goodbye' };

const lengthsBytes = 8;

export function encodeBusMessage(message: BusMessage): Buffer {
  if (message.kind !== 'broadcast') return join(message, Buffer.alloc(0));
  const { payload, ...rest } = message.message;
  return join(
    { kind: message.kind, message: rest, isText: typeof payload === 'string' },
    Buffer.from(payload),
  );
}

/** Throws if the bytes are not messages. Messages of a kind that this version does not know are left out. */
export function decodeBusMessages(bytes: Buffer): BusMessage[] {
  const messages: BusMessage[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const bodyAt = offset + lengthsBytes + bytes.readUInt32BE(offset);
    const end = bodyAt + bytes.readUInt32BE(offset + 4);
    if (end > bytes.length) throw new Error('A message between processes is cut off.');
    const head = JSON.parse(bytes.toString('utf8', offset + lengthsBytes, bodyAt));
    if (head.kind === 'broadcast') head.message.payload = toPayload(bytes.subarray(bodyAt, end), head.isText);
    messages.push(head);
    offset = end;
  }
  return messages;
}

function toPayload(bytes: Buffer, isText: boolean): string | Uint8Array {
  return isText ? bytes.toString() : bytes;
}

function join(head: object, body: Buffer): Buffer {
  const headBytes = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32BE(headBytes.length, 0);
  lengths.writeUInt32BE(body.length, 4);
  return Buffer.concat([lengths, headBytes, body]);
}
