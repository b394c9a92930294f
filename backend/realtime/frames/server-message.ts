/** Writes the frames for clients. A frame for many sockets is written once per version, as bytes. */
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { ProtocolVersion } from './client-message.ts';

export interface Frame {
  data: Buffer;
  isBinary: boolean;
}

export interface ServerMessage {
  joinRef?: string | null;
  ref?: string | null;
  topic: string;
  event: string;
  /** JSON text. */
  payload: string;
}

const kindOfBroadcast = 4;
const maxLength = 255;

export function encodeMessage(version: ProtocolVersion, message: ServerMessage): Frame {
  const { joinRef = null, ref = null, topic, event, payload } = message;
  const text =
    version === '1.0.0'
      ? `{"ref":${quote(ref)},"topic":${quote(topic)},"event":${quote(event)},"payload":${payload}}`
      : `[${quote(joinRef)},${quote(ref)},${quote(topic)},${quote(event)},${payload}]`;
  return { data: Buffer.from(text), isBinary: false };
}

/** Undefined for bytes to a client of version 1.0.0, which cannot read them. */
export function encodeBroadcast(version: ProtocolVersion, message: BroadcastMessage): Frame | undefined {
  const topic = `realtime:${message.topic}`;
  if (version === '2.0.0') return encodeBinary(topic, message) ?? encodeAsText(version, topic, message);
  return encodeAsText(version, topic, message);
}

/** Undefined if a part is longer than its length can say. */
function encodeBinary(topic: string, { event, payload, meta = '' }: BroadcastMessage): Frame | undefined {
  const isText = typeof payload === 'string';
  const parts = [topic, event, meta].map((part) => Buffer.from(part));
  if (parts.some(({ length }) => length > maxLength)) return undefined;
  const head = Buffer.from([kindOfBroadcast, ...parts.map(({ length }) => length), isText ? 1 : 0]);
  return { data: Buffer.concat([head, ...parts, isText ? Buffer.from(payload) : payload]), isBinary: true };
}

function encodeAsText(
  version: ProtocolVersion,
  topic: string,
  { event, payload, meta }: BroadcastMessage,
): Frame | undefined {
  if (typeof payload !== 'string') return undefined;
  const end = meta === undefined ? '' : `,"meta":${meta}`;
  const text = `{"type":"broadcast","event":${quote(event)},"payload":${payload}${end}}`;
  return encodeMessage(version, { topic, event: 'broadcast', payload: text });
}

function quote(text: string | null): string {
  return JSON.stringify(text);
}
