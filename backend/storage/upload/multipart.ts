/** Parses `multipart/form-data` as it arrives: part by part, with only the current chunk in memory. */
import type { Bytes } from '../files/file-store.ts';
import { invalidRequest } from '../storage-error.ts';

export interface FormPart {
  /** Names are in lower case. */
  headers: Map<string, string>;
  /** Must be read before the next part is requested; unread bytes are skipped. */
  bytes: Bytes;
}

const maxHeaderBytes = 16 * 1024;
const maxParts = 20;

export async function* readParts(body: Bytes, boundary: string): AsyncGenerator<FormPart> {
  const source = body[Symbol.asyncIterator]();
  // Starts with a line break, so that all boundaries look the same.
  let held: Buffer = Buffer.from('\r\n');
  const delimiter = Buffer.from(`\r\n--${boundary}`);

  async function readMore(): Promise<void> {
    // A copy: a chunk is valid only until the next is requested.
    const kept = Buffer.from(held);
    const { done, value } = await source.next();
    if (done) throw invalidRequest('The form ended before it was complete.');
    held = kept.length === 0 ? toBuffer(value) : Buffer.concat([kept, value]);
  }

  async function readUntil(mark: string, maxBytes: number): Promise<string> {
    for (;;) {
      const end = held.indexOf(mark);
      if (end > maxBytes || (end < 0 && held.length > maxBytes + mark.length))
        throw invalidRequest('The form has too long a header.');
      if (end >= 0) {
        const text = held.toString('utf8', 0, end);
        held = held.subarray(end + mark.length);
        return text;
      }
      await readMore();
    }
  }

  /** Yields the bytes before the next boundary. A few bytes in which one may begin are held back. */
  async function* readToBoundary(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const end = held.indexOf(delimiter);
      const ready = end >= 0 ? end : held.length - delimiter.length + 1;
      if (ready > 0) {
        const piece = held.subarray(0, ready);
        held = held.subarray(ready);
        yield piece;
      }
      if (end >= 0) {
        held = held.subarray(delimiter.length);
        return;
      }
      await readMore();
    }
  }

  async function skip(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
    let next = await bytes.next();
    while (!next.done) next = await bytes.next();
  }

  await skip(readToBoundary());
  for (let count = 0; ; count += 1) {
    while (held.length < 2) await readMore();
    if (held[0] === 45 && held[1] === 45) return;
    if (count === maxParts) throw invalidRequest('The form has too many parts.');
    await readUntil('\r\n', 256);
    const head = held.length >= 2 && held[0] === 13 ? '' : await readUntil('\r\n\r\n', maxHeaderBytes);
    const bytes = readToBoundary();
    yield { headers: parseHeaders(head), bytes: keepOpen(bytes) };
    await skip(bytes);
  }
}

/** A reader that stops before the end of a part must not end the generator: the rest is skipped later. */
function keepOpen(bytes: AsyncGenerator<Uint8Array>): Bytes {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}

function parseHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** The boundary of a Content-Type; undefined when it is not a form or names none. */
export function findBoundary(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** `name` or `filename` of a Content-Disposition. */
export function findParameter(disposition: string, name: 'name' | 'filename'): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(disposition) ?? [];
  return quoted ?? plain;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
