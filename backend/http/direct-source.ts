import type { Readable } from 'node:stream';

/** A node:http request. */
export type DirectIncoming = Readable & { complete: boolean };

/** The connection of each request, for readers of large bodies: a web stream would copy every chunk once more. */
const sources = new WeakMap<Request, DirectIncoming>();

export function offerDirectSource(request: Request, incoming: DirectIncoming): void {
  sources.set(request, incoming);
}

/** The chunks of an unread body. A reader that stops leaves the rest on the connection, which stays open. */
export function findDirectSource(request: Request): AsyncIterator<Uint8Array> | undefined {
  return sources.get(request)?.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
}

/** Whether the client is still sending. After a response now the connection must not be reused: the rest of the body follows. */
export function isStillArriving(request: Request): boolean {
  return sources.get(request)?.complete === false;
}
