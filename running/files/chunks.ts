import { RunFileError } from '../run-file-error.ts';

export type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

/** Small enough for a phone, large enough that the overhead of each read is negligible. */
const chunkBytes = 128 * 1024;

/** A file, or a ReadAhead: see read-ahead.ts. */
export type ByteSource = Blob | { read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> };

/** A file in chunks. `onBytes` gets the number of bytes read, for a progress bar. */
export function readChunks(file: Blob, onBytes?: (count: number) => void): Chunks {
  return readRange(file, 0, file.size, onBytes);
}

/** The same for a part of a file. */
export async function* readRange(
  file: ByteSource,
  start: number,
  end: number,
  onBytes?: (count: number) => void,
): Chunks {
  for (let from = start; from < end; from += chunkBytes) {
    const chunk = await readBytes(file, from, Math.min(end, from + chunkBytes));
    onBytes?.(chunk.length);
    yield chunk;
  }
}

export async function readBytes(
  file: ByteSource,
  from: number,
  to: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(file instanceof Blob)) return file.read(from, to);
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch (cause) {
    // The file was moved or changed after it was chosen, or its disk is gone.
    throw new RunFileError('damaged', 'This file could not be read to its end.', { cause });
  }
}

/** All chunks as one array, where a format cannot be read otherwise. */
export async function joinChunks(chunks: Chunks, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw new RunFileError('too_large', `This file is larger than ${maxBytes} bytes.`);
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

/** The first bytes of a stream, and the whole stream including them. */
export async function peekChunks(chunks: Chunks, count: number): Promise<{ head: Uint8Array; all: Chunks }> {
  const { buffered, length, all } = await bufferChunks(chunks, count - 1);
  const head = new Uint8Array(Math.min(count, length));
  let at = 0;
  for (const chunk of buffered) {
    head.set(chunk.subarray(0, head.length - at), at);
    at += Math.min(chunk.length, head.length - at);
  }
  return { head, all };
}

/** The chunks of a stream until they exceed `maxBytes`, and the whole stream including them. */
export async function bufferChunks(
  chunks: Chunks,
  maxBytes: number,
): Promise<{ buffered: Uint8Array<ArrayBuffer>[]; length: number; isAll: boolean; all: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const buffered: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let isAll = false;
  while (length <= maxBytes && !isAll) {
    const next = await iterator.next();
    isAll = next.done === true;
    if (next.done) break;
    buffered.push(next.value);
    length += next.value.length;
  }
  return { buffered, length, isAll, all: restored(buffered, iterator) };
}

/** The same stream; `onBytes` gets the length of each chunk, and may throw. */
export async function* countBytes(chunks: Chunks, onBytes: (count: number) => void): Chunks {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** A stream without its first bytes. */
export async function* skipBytes(chunks: Chunks, count: number): Chunks {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* restored(
  buffered: Uint8Array<ArrayBuffer>[],
  rest: AsyncIterator<Uint8Array<ArrayBuffer>>,
): Chunks {
  try {
    yield* buffered;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
