import { z } from 'zod';
import { requireVersion, StoreUnavailable } from './file-store.ts';
import type { S3Client } from './s3-client.ts';

/** The progress of a file in the S3 store: whole parts, and a rest that is too short for a part. */
const shape = z.object({
  uploadId: z.string(),
  etags: z.array(z.string()),
  partsSize: z.number(),
  tailSize: z.number(),
});

export type S3State = z.infer<typeof shape>;

/** Incomplete files of the S3 store: their keys, and what was uploaded of them. */
export function createS3Uploads(client: S3Client) {
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

  return { wholeKey, tailKey, readState, saveState, startState, addPart, readTail, forgetState };
}

function parseState(text: string): S3State {
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    throw new StoreUnavailable('The state of an upload in the S3 store cannot be read.', { cause });
  }
}

async function readAll(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    throw new StoreUnavailable('The S3 store broke off.', { cause });
  }
}
