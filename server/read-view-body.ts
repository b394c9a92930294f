/** Reads the body of a page view from node:http. */
import type { Readable } from 'node:stream';
import { maxViewBytes } from './receive-page-view.ts';

/** The members of a request that are used here. */
interface ViewMessage extends Readable {
  headers: { 'content-length'?: string | undefined };
}

/**
 * Whether the whole body has arrived, to be called in the first tick after the head. node:http emits head and body before it marks the
 * request as complete, even if they came in one chunk: only the length tells.
 */
export function isBodyComplete({ headers, readableLength }: ViewMessage): boolean {
  return readableLength <= maxViewBytes && readableLength === Number(headers['content-length']);
}

/** Reads a body that arrives in chunks; undefined as soon as it is, or states to be, too large for a view. */
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
