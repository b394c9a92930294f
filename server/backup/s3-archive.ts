/** A folder as one archive in a bucket. It is made, sent and unpacked piece by piece: one part is in memory, and none of it on disk. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { gatherParts } from '../../backend/storage/files/gather-parts.ts';
import type { S3Client } from '../../backend/storage/files/s3-client.ts';
import { sizeOfFolder } from '../../database/backup/list-backups.ts';
import type { Manifest } from '../../database/backup/manifest.ts';
import type { BackupWatch } from '../../database/backup/progress.ts';
import { readTar, writeTar } from './tar.ts';
import { tryAgain } from './try-again.ts';

export type Archive = NonNullable<Manifest['archive']>;

/** Over a slow connection, a part has to arrive before the client of the store gives up. */
export const smallestPart = 8 * 1024 * 1024;
/** S3 takes 10,000 at most. */
const mostParts = 9000;
const mostFaults = 3;

export async function sendArchive(
  client: S3Client,
  key: string,
  folder: string,
  { signal, onProgress }: BackupWatch,
): Promise<Archive> {
  const partBytes = Math.max(smallestPart, Math.ceil((await sizeOfFolder(folder)) / mostParts));
  const hash = createHash('sha256');
  let bytes = 0;
  const onPart = (part: Uint8Array) => {
    signal?.throwIfAborted();
    hash.update(part);
    bytes += part.byteLength;
    onProgress?.({ step: 'send', done: bytes });
  };
  await pipeline(
    Readable.from(writeTar(folder), { objectMode: false }),
    createGzip({ level: 3 }),
    (stream: AsyncIterable<Buffer>) => sendParts(client, key, gatherParts(stream, partBytes), onPart),
  );
  return { bytes, sha256: hash.digest('hex') };
}

async function sendParts(
  client: S3Client,
  key: string,
  parts: ReturnType<typeof gatherParts>,
  onPart: (part: Uint8Array) => void,
): Promise<void> {
  let uploadId: string | undefined;
  const etags: string[] = [];
  try {
    for await (const { part, isLast } of parts) {
      onPart(part);
      if (isLast && uploadId === undefined) return await tryAgain(() => client.put(key, part));
      const id: string = uploadId ?? (await tryAgain(() => client.startParts(key)));
      uploadId = id;
      if (part.byteLength > 0)
        etags.push(await tryAgain(() => client.putPart(key, id, etags.length + 1, part)));
    }
    if (uploadId !== undefined) await client.finishParts(key, uploadId, etags);
  } catch (error) {
    if (uploadId !== undefined) await client.dropParts(key, uploadId).catch(() => {});
    throw error;
  }
}

/** Throws when what arrives is not what was sent. */
export async function fetchArchive(
  client: S3Client,
  key: string,
  { archive, folder, signal, onProgress }: BackupWatch & { archive: Archive; folder: string },
): Promise<void> {
  const hash = createHash('sha256');
  const onPart = (part: Uint8Array, done: number) => {
    hash.update(part);
    onProgress?.({ step: 'fetch', done, total: archive.bytes });
  };
  const arriving = readObject(client, key, { total: archive.bytes, onPart, ...(signal && { signal }) });
  await pipeline(Readable.from(arriving), createGunzip(), (stream: AsyncIterable<Buffer>) =>
    readTar(stream, folder),
  );
  if (hash.digest('hex') !== archive.sha256) throw new Error('Its checksum is another one.');
}

interface Reading {
  total: number;
  onPart(part: Uint8Array, done: number): void;
  signal?: AbortSignal;
}

/** The bytes of an object as they arrive. A connection that breaks off is opened again for the rest, until the signal. */
async function* readObject(
  client: S3Client,
  key: string,
  { total, onPart, signal }: Reading,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  for (let faults = 0; done < total; ) {
    const start = done;
    const answer = await tryAgain(() => client.get(key, `bytes=${start}-${total - 1}`), signal);
    if (!answer?.body) break;
    try {
      for await (const part of readBody(answer.body, signal)) {
        done += part.byteLength;
        onPart(part, done);
        yield part;
      }
      if (done < total) throw new Error('The connection ended early.');
    } catch (cause) {
      signal?.throwIfAborted();
      // It goes on as long as something arrives.
      faults = done > start ? 0 : faults + 1;
      if (faults > mostFaults) throw cause;
    }
  }
  if (done !== total) throw new Error('The archive is missing, or shorter than described.');
}

/** What arrives until the signal, which ends a connection that brings nothing, too. */
async function* readBody(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  // What waits for a part gets none. A connection that has broken off says so to who reads.
  const cancel = () => reader.cancel().catch(() => {});
  signal?.addEventListener('abort', cancel);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    await cancel();
  }
}
