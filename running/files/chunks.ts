import { RunFileError } from './run-file-error.ts';

export type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

/** Small enough for a phone, large enough that the waiting between two costs nothing. */
const chunkBytes = 128 * 1024;

/** A file piece by piece. `onBytes` is told how many were read, for a progress bar. */
export async function* readChunks(file: Blob, onBytes?: (count: number) => void): Chunks {
  for (let from = 0; from < file.size; from += chunkBytes) {
    const chunk = await readBytes(file, from, Math.min(file.size, from + chunkBytes));
    onBytes?.(chunk.length);
    yield chunk;
  }
}

export async function readBytes(file: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch (cause) {
    // The file was moved or changed after it was chosen, or its disk is gone.
    throw new RunFileError('damaged', 'This file could not be read to its end.', { cause });
  }
}

/** All chunks as one array, where a format cannot be read otherwise. */
export async function joinChunks(chunks: Chunks, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) throw new RunFileError('too_large', `This file is larger than ${most} bytes.`);
    parts.push(chunk);
  }
  if (parts.length === 1 && parts[0]) return parts[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The first bytes of a stream, and the whole stream as if nobody had looked. */
export async function peekChunks(chunks: Chunks, count: number): Promise<{ head: Uint8Array; all: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < count) {
    const next = await iterator.next();
    if (next.done) break;
    taken.push(next.value);
    length += next.value.length;
  }
  const head = new Uint8Array(Math.min(count, length));
  let at = 0;
  for (const chunk of taken) {
    head.set(chunk.subarray(0, head.length - at), at);
    at += Math.min(chunk.length, head.length - at);
  }
  return { head, all: restored(taken, iterator) };
}

async function* restored(
  taken: Uint8Array<ArrayBuffer>[],
  rest: AsyncIterator<Uint8Array<ArrayBuffer>>,
): Chunks {
  try {
    yield* taken;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
