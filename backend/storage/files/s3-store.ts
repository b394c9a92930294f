/**
 * Files in an S3-compatible store: `objects/<version>`. Up to one part they are uploaded in one request, beyond that in parts, one of which
 * is in memory at a time. The state of an incomplete file is in `<version>.state`.
 */
import { type FileStore, OffsetMoved } from './file-store.ts';
import { gatherParts } from './gather-parts.ts';
import type { S3Client } from './s3-client.ts';
import { createS3Uploads, type S3State } from './s3-uploads.ts';

/** S3 accepts no part below 5 MiB except the last, and at most 10,000 parts: files of up to 80 GB. */
const defaultPartBytes = 8 * 1024 * 1024;

export function createS3Store(client: S3Client, partBytes = defaultPartBytes): FileStore {
  const uploads = createS3Uploads(client);
  const { wholeKey, tailKey, readState, startState, addPart, readTail, forgetState } = uploads;

  async function remove(version: string): Promise<void> {
    const state = await readState(version);
    if (state !== undefined) await client.dropParts(wholeKey(version), state.uploadId);
    await client.remove(wholeKey(version));
    await forgetState(version);
  }

  return {
    async write(version, bytes) {
      let state: S3State | undefined;
      let size = 0;
      try {
        for await (const { part, isLast } of gatherParts(bytes, partBytes)) {
          size += part.byteLength;
          if (isLast && state === undefined) {
            await client.put(wholeKey(version), part);
            return size;
          }
          state ??= await startState(version);
          if (part.byteLength > 0) await addPart(version, state, part);
        }
        if (state !== undefined) await client.finishParts(wholeKey(version), state.uploadId, state.etags);
        await forgetState(version);
        return size;
      } catch (error) {
        if (state !== undefined) await remove(version).catch(() => {});
        throw error;
      }
    },
    async read(version, range) {
      const answer = await client.get(wholeKey(version), range && `bytes=${range.start}-${range.end}`);
      return answer && (answer.body ?? new Blob([]).stream());
    },
    copy: (from, to) => client.copy(wholeKey(from), wholeKey(to)),
    remove,
    async append(version, offset, bytes) {
      const state = (await readState(version)) ?? (await startState(version));
      if (state.partsSize + state.tailSize !== offset)
        throw new OffsetMoved('This is not where the file ends.');
      const tail = await readTail(version, state);
      let broken: { error: unknown } | undefined;
      async function* arrived() {
        yield tail;
        try {
          yield* bytes;
        } catch (error) {
          broken = { error };
        }
      }
      for await (const { part, isLast } of gatherParts(arrived(), partBytes)) {
        if (isLast && part.byteLength < partBytes) {
          await client.put(tailKey(version), part);
          state.tailSize = part.byteLength;
        } else await addPart(version, state, part);
        await uploads.saveState(version, state);
      }
      if (broken !== undefined) throw broken.error;
    },
    async appendedSize(version) {
      const state = await readState(version);
      if (state !== undefined) return state.partsSize + state.tailSize;
      return (await client.measure(wholeKey(version))) ?? 0;
    },
    async finish(version) {
      const state = await readState(version);
      // The process stopped between the end of the file and the end of its state.
      if ((await client.measure(wholeKey(version))) !== undefined) return forgetState(version);
      const tail = state === undefined ? new Uint8Array() : await readTail(version, state);
      if (state === undefined || state.etags.length === 0) {
        await client.put(wholeKey(version), tail);
        if (state !== undefined) await client.dropParts(wholeKey(version), state.uploadId);
      } else {
        if (tail.byteLength > 0) await addPart(version, state, tail);
        await client.finishParts(wholeKey(version), state.uploadId, state.etags);
      }
      await forgetState(version);
    },
  };
}
