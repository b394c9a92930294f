import type { Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import { type Chunks, countBytes, joinChunks, peekChunks, readChunks } from './chunks.ts';
import { isFit, readFit } from './fit.ts';
import { gunzip } from './inflate.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { looksLikeXml, readXmlRuns } from './xml-document.ts';
import { createEventLoopYield } from './yield-to-event-loop.ts';

export interface ReadOptions {
  limits?: Partial<Limits>;
  /** Ends the reading with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes that were read. */
  onBytes?: ((count: number) => void) | undefined;
}

const headBytes = 512;

/** The runs of a GPX, TCX or FIT file, packed by gzip or not. The bytes decide the format; the file name does not matter. */
export async function readRunFile(file: Blob, options: ReadOptions = {}): Promise<Run[]> {
  const limits = { ...defaultLimits, ...options.limits };
  return readRunChunks(readChunks(file, options.onBytes), limits, createEventLoopYield(options.signal));
}

/** `onUnpacked` gets the size of each unpacked chunk, so that an archive can limit their total: it may throw. */
export async function readRunChunks(
  chunks: Chunks,
  limits: Limits,
  yieldToEventLoop: () => Promise<void> | undefined,
  onUnpacked?: (count: number) => void,
): Promise<Run[]> {
  const count = (stream: Chunks) => (onUnpacked ? countBytes(stream, onUnpacked) : stream);
  const outer = await peekChunks(count(limitBytes(chunks, limits.fileBytes)), headBytes);
  const packed = isGzip(outer.head);
  const { head, all } = packed ? await peekChunks(count(gunzip(outer.all, limits)), headBytes) : outer;
  if (isFit(head)) return readFit(await joinChunks(all, limits.fileBytes), limits, yieldToEventLoop);
  if (looksLikeXml(head)) return readXmlRuns(all, limits, yieldToEventLoop);
  if (head.length === 0) throw new RunFileError('damaged', 'This file is empty.');
  if (isZip(head) || isGzip(head)) {
    throw new RunFileError(
      'unsupported',
      'This is an archive inside an archive. Unpack it, then import what is in it.',
    );
  }
  throw new RunFileError('unknown_format', 'This is not a GPX, TCX or FIT file.');
}

export function isZip(head: Uint8Array): boolean {
  // Either the first file or, in an empty archive, the end.
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

async function* limitBytes(chunks: Chunks, maxBytes: number): Chunks {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes)
      throw new RunFileError('too_large', `This file is larger than ${maxBytes >> 20} MB.`);
    yield chunk;
  }
}
