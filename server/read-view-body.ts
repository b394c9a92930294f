/** How the door comes to the body of a page view. */
import type { Readable } from 'node:stream';
import { maxViewBytes } from './receive-page-view.ts';

/** As much of a request as is needed here. */
interface ViewMessage extends Readable {
  headers: { 'content-length'?: string | undefined };
}

/**
 * Whether all of the body is here, to be asked in the first tick after the head. node:http hands out head and body before it knows that the
 * request is complete, even if they came in one piece: only the length says so.
 */
export function isBodyComplete({ headers, readableLength }: ViewMessage): boolean {
  return readableLength <= maxViewBytes && readableLength === Number(headers['content-length']);
}

/** The body of a page view that comes in pieces; undefined as soon as it is too large to be one, or says that it will be. */
export function readViewBody(incoming: ViewMessage, done: (body: string | undefined) => void): void {
  if (Number(incoming.headers['content-length'] ?? 0) > maxViewBytes) {
    done(undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let left = maxViewBytes;
  incoming.on('data', (chunk: Buffer) => {
    if (left < 0) return;
    left -= chunk.length;
    if (left < 0) done(undefined);
    else chunks.push(chunk);
  });
  incoming.once('end', () => left >= 0 && done(Buffer.concat(chunks).toString()));
}
