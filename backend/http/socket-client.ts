import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Sends requests to a server on a Unix socket of this machine. Bodies are streamed both ways. */
export interface SocketClient {
  /** Fails when there is no response. */
  send(request: Request, target: SocketTarget): Promise<Response>;
  close(): void;
}

export interface SocketTarget {
  /** With the query. */
  path: string;
  /** Replace those of the request; undefined removes one. */
  headers?: Record<string, string | undefined>;
  /** The limit for the head of the response. Default: none. */
  timeLimitMs?: number;
  /** Called when the request and its response have ended, however they did. */
  onClosed?: () => void;
}

/** Headers that are for one connection only. That a response comes in chunks holds for the next one too. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const noBytes = new Uint8Array();
/** A body up to this size is sent and received whole, which is faster than a stream. */
const smallBytes = 65_536;

export function createSocketClient(socketPath: string): SocketClient {
  const agent = new Agent({ keepAlive: true });
  return {
    async send(request, { path, headers: more, timeLimitMs = 0, onClosed }) {
      const body = await readSmallBody(request);
      // The client may have left while the server was started.
      request.signal.throwIfAborted();
      return new Promise<Response>((resolve, reject) => {
        const headers: Record<string, string> = {};
        for (const [name, value] of request.headers) if (!ofConnection.has(name)) headers[name] = value;
        for (const name in more) {
          if (more[name] === undefined) delete headers[name];
          else headers[name] = more[name];
        }
        const { method, signal } = request;
        const outgoing = requestHttp({ agent, socketPath, path, method, headers });
        // The client has left: the server sees its connection end.
        const stop = () => outgoing.destroy(new Error('The client has left.'));
        signal.addEventListener('abort', stop, { once: true });
        const timer = timeLimitMs && setTimeout(() => outgoing.destroy(new SocketTimeout()), timeLimitMs);
        outgoing.once('error', reject);
        outgoing.once('close', () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          onClosed?.();
        });
        outgoing.once('response', (incoming) => {
          clearTimeout(timer);
          toResponse(incoming, method).then(resolve, reject);
        });
        if (body !== undefined) outgoing.end(body);
        else pipeline(Readable.fromWeb(request.body as NodeReadableStream), outgoing).catch(reject);
      });
    },
    close: () => agent.destroy(),
  };
}

export class SocketTimeout extends Error {
  override name = 'SocketTimeout';
}

/** Undefined for a body that is to be streamed. */
async function readSmallBody(request: Request): Promise<Uint8Array | undefined> {
  // Accessing `body` takes longer than the rest of a small request.
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return noBytes;
  const length = request.headers.get('content-length');
  const isSmall = length !== null && Number(length) <= smallBytes;
  return isSmall ? new Uint8Array(await request.arrayBuffer()) : undefined;
}

async function toResponse(incoming: IncomingMessage, method: string): Promise<Response> {
  const status = incoming.statusCode ?? 500;
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const name = (incoming.rawHeaders[index] ?? '').toLowerCase();
    if (!ofConnection.has(name) || name === 'transfer-encoding')
      headers.append(name, incoming.rawHeaders[index + 1] ?? '');
  }
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) {
    incoming.resume();
    headers.delete('transfer-encoding');
    return new Response(null, { status, headers });
  }
  const length = headers.get('content-length');
  if (length === null || Number(length) > smallBytes)
    return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers });
  return new Response(await readBytes(incoming), { status, headers });
}

/** Events, because they take half the time of an iteration. */
function readBytes(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    incoming.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.once('error', reject);
  });
}
