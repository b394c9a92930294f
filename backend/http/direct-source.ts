import type { Readable } from 'node:stream';

/** A request of node:http. */
export type DirectIncoming = Readable & { complete: boolean };

/**
 * The connection behind a request, for whoever takes a large body from it. As a web stream every piece is copied once more; here it is the
 * reader's own.
 */
const sources = new WeakMap<Request, DirectIncoming>();

export function offerDirectSource(request: Request, incoming: DirectIncoming): void {
  sources.set(request, incoming);
}

/** The pieces of a body that nobody has begun to read. Who stops leaves the rest on the connection, which stays open. */
export function findDirectSource(request: Request): AsyncIterator<Uint8Array> | undefined {
  return sources.get(request)?.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
}

/** The client is still sending. Answered now, the connection must not be used again: the rest of the body stands in the way. */
export function isStillArriving(request: Request): boolean {
  return sources.get(request)?.complete === false;
}
