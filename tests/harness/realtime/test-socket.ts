/** A raw WebSocket for tests, which speaks the protocol of the official clients and keeps every message. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Received {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  // Tests access its members freely.
  payload: ReturnType<typeof JSON.parse>;
}

export interface TestSocket {
  socket: WebSocket;
  /** All messages so far. */
  received: Received[];
  /** Sends a message and resolves with its reply. */
  call(topic: string, event: string, payload?: unknown, joinRef?: string): Promise<Received>;
  send(topic: string, event: string, payload?: unknown, joinRef?: string): void;
  sendRaw(data: string | Uint8Array): void;
  /** Joins `realtime:<topic>`; the reply. */
  join(topic: string, config?: object, more?: object): Promise<Received>;
  /** The next message that matches, which has not been taken before. */
  take(event: string, topic?: string): Promise<Received>;
  /** The code with which it was closed. */
  closed: Promise<number>;
  close(): void;
}

export async function openTestSocket(address: string, version = readVersion(address)): Promise<TestSocket> {
  const socket = new WebSocket(address);
  const received: Received[] = [];
  const untaken: Received[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const message = isBinary ? readBroadcast(data) : readText(version, data.toString());
    received.push(message);
    untaken.push(message);
    for (const look of [...waiting]) look();
  });
  await once(socket, 'open');
  // It is followed by `close`.
  socket.on('error', () => {});
  let lastRef = 0;

  function takeWhere(matches: (message: Received) => boolean): Promise<Received> {
    return new Promise((resolve) => {
      const look = () => {
        const index = untaken.findIndex(matches);
        const [found] = index < 0 ? [] : untaken.splice(index, 1);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  }

  function send(topic: string, event: string, payload: unknown = {}, joinRef?: string): string {
    lastRef += 1;
    const ref = String(lastRef);
    const own = event === 'phx_join' ? ref : (joinRef ?? joinRefs.get(topic) ?? null);
    if (event === 'phx_join') joinRefs.set(topic, ref);
    const frame =
      version === '2.0.0' ? [own, ref, topic, event, payload] : { join_ref: own, ref, topic, event, payload };
    socket.send(JSON.stringify(frame));
    return ref;
  }
  const joinRefs = new Map<string, string>();

  const call: TestSocket['call'] = (topic, event, payload, joinRef) => {
    const ref = send(topic, event, payload, joinRef);
    return takeWhere((message) => message.event === 'phx_reply' && message.ref === ref);
  };
  return {
    socket,
    received,
    call,
    send: (topic, event, payload, joinRef) => void send(topic, event, payload, joinRef),
    sendRaw: (data) => socket.send(data),
    join: (topic, config = {}, more = {}) => call(`realtime:${topic}`, 'phx_join', { config, ...more }),
    take: (event, topic) =>
      takeWhere(
        (message) =>
          message.event === event && (topic === undefined || message.topic === `realtime:${topic}`),
      ),
    closed,
    close: () => socket.terminate(),
  };
}

function readVersion(address: string): string {
  return new URL(address).searchParams.get('vsn') ?? '1.0.0';
}

function readText(version: string, text: string): Received {
  const value = JSON.parse(text);
  if (version !== '2.0.0') return { joinRef: null, ...value };
  const [joinRef, ref, topic, event, payload] = value;
  return { joinRef, ref, topic, event, payload };
}

/** A broadcast as bytes: kind 4. */
function readBroadcast(bytes: Buffer): Received {
  const [kind, topicLength = 0, eventLength = 0, metaLength = 0, encoding] = bytes;
  if (kind !== 4) throw new Error(`A frame of the kind ${kind} is not known.`);
  const ends = [5 + topicLength, 5 + topicLength + eventLength, 5 + topicLength + eventLength + metaLength];
  const [topic = '', event = '', meta = ''] = ends.map((end, index) =>
    bytes.toString('utf8', ends[index - 1] ?? 5, end),
  );
  const rest = bytes.subarray(ends[2]);
  const payload = encoding === 1 ? JSON.parse(rest.toString()) : Buffer.from(rest);
  return {
    joinRef: null,
    ref: null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload, ...(meta !== '' && { meta: JSON.parse(meta) }) },
  };
}
