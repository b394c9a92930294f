/** Reads the frames of clients, in both versions of the protocol. What is not a frame is undefined: it is dropped, and the socket stays. */

/** 1.0.0: text, objects. 2.0.0: arrays, and broadcasts as bytes. */
export type ProtocolVersion = '1.0.0' | '2.0.0';

export interface ClientMessage {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
  /** Of the event `broadcast`, however it was sent. */
  broadcast?: BroadcastPayload;
}

export interface BroadcastPayload {
  event: string;
  /** JSON text, or bytes. */
  payload: string | Uint8Array;
}

const kindOfBroadcast = 3;
const headerBytes = 7;
const jsonEncoding = 1;

export function decodeText(version: ProtocolVersion, text: string): ClientMessage | undefined {
  const value = parseJson(text);
  if (version === '1.0.0') {
    if (!isObject(value)) return undefined;
    return toMessage([value.join_ref, value.ref, value.topic, value.event, value.payload]);
  }
  return Array.isArray(value) && value.length >= 5 ? toMessage(value) : undefined;
}

/** A broadcast as bytes: lengths, the five strings, and the payload. */
export function decodeBinary(bytes: Uint8Array): ClientMessage | undefined {
  if (bytes.length < headerBytes || bytes[0] !== kindOfBroadcast) return undefined;
  let offset = headerBytes;
  const take = (index: number): string => {
    const start = offset;
    offset += bytes[index] ?? 0;
    return utf8.decode(bytes.subarray(start, offset));
  };
  const [joinRef, ref, topic, event] = [take(1), take(2), take(3), take(4)] as const;
  take(5);
  if (offset > bytes.length) return undefined;
  const rest = bytes.subarray(offset);
  const payload = bytes[6] === jsonEncoding ? readJsonText(rest) : rest;
  if (payload === undefined) return undefined;
  const message = {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: undefined,
  };
  return { ...message, broadcast: { event, payload } };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const utf8 = new TextDecoder();

/** The text stays as it is; other clients parse it, so it has to be JSON. */
function readJsonText(bytes: Uint8Array): string | undefined {
  const text = utf8.decode(bytes);
  return parseJson(text) === undefined ? undefined : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toMessage([joinRef, ref, topic, event, payload = {}]: unknown[]): ClientMessage | undefined {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  const message = { joinRef: toRef(joinRef), ref: toRef(ref), topic, event, payload };
  if (event !== 'broadcast' || !isObject(payload) || typeof payload.event !== 'string') return message;
  const broadcast = { event: payload.event, payload: JSON.stringify(payload.payload ?? {}) };
  return { ...message, broadcast };
}

function toRef(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
