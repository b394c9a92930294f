import type { Readable } from 'node:stream';
import { largestView } from './receive-page-view.ts';

/** The body of a page view that comes in pieces; undefined as soon as it is too large to be one, or says that it will be. */
export function readViewBody(
  incoming: Readable,
  announced: string | undefined,
  done: (body: string | undefined) => void,
): void {
  if (Number(announced ?? 0) > largestView) {
    done(undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let left = largestView;
  incoming.on('data', (chunk: Buffer) => {
    if (left < 0) return;
    left -= chunk.length;
    if (left < 0) done(undefined);
    else chunks.push(chunk);
  });
  incoming.once('end', () => left >= 0 && done(Buffer.concat(chunks).toString()));
}
