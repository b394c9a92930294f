/**
 * Files in an S3-compatible store: `objects/<version>`. Up to one part they are uploaded in one request, beyond that in parts, one of which
 * is in memory at a time. The state of an incomplete file is in `<version>.state`.
 */
import { type FileStore, OffsetMoved, requireVersion, StoreUnavailable } from './file-store.ts';
import type { S3Client } from './s3-client.ts';
import { gatherParts } from './s3-parts.ts';
import { parseState, type S3State } from './s3-state.ts';

/** S3 accepts no part below 5 MiB except the last, and at most 10,000 parts: files of up to 80 GB. */
const defaultPartBytes = 8 * 1024 * 1024;

export function createS3Store(client: S3Client, partBytes = defaultPartBytes): FileStore {
  const wholeKey = (version: string) => `objects/${requireVersion(version)}`;
  const stateKey = (version: string) => `${wholeKey(version)}.state`;
  const tailKey = (version: string) => `${wholeKey(version)}.tail`;

  async function readState(version: string): Promise<S3State | undefined> {
    const answer = await client.get(stateKey(version));
    return answer && parseState(Buffer.from(await readAll(answer)).toString());
  }

  async function saveState(version: string, state: S3State): Promise<void> {
    await client.put(stateKey(version), Buffer.from(JSON.stringify(state)));
  }

  async function startState(version: string): Promise<S3State> {
    const uploadId = await client.startParts(wholeKey(version));
    const state = { uploadId, etags: [], partsSize: 0, tailSize: 0 };
    // Saved before the first part, so that a clean-up knows what to abort.
    await saveState(version, state);
    return state;
  }

  async function addPart(version: string, state: S3State, part: Uint8Array<ArrayBuffer>): Promise<void> {
    const number = state.etags.length + 1;
    state.etags.push(await client.putPart(wholeKey(version), state.uploadId, number, part));
    state.partsSize += part.byteLength;
    state.tailSize = 0;
  }

  async function readTail(version: string, { tailSize }: S3State): Promise<Uint8Array<ArrayBuffer>> {
    if (tailSize === 0) return new Uint8Array();
    const answer = await client.get(tailKey(version));
    const tail = answer && (await readAll(answer));
    if (tail === undefined || tail.byteLength < tailSize)
      throw new StoreUnavailable('A piece of an upload is missing in the S3 store.');
    // It is longer when the process stopped before the state was saved.
    return tail.subarray(0, tailSize);
  }

  async function forgetState(version: string): Promise<void> {
    await client.remove(tailKey(version));
    await client.remove(stateKey(version));
  }

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
        await saveState(version, state);
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

async function readAll(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    throw new StoreUnavailable('The S3 store broke off.', { cause });
  }
}
