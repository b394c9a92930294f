import { z } from 'zod';
import { StoreUnavailable } from './file-store.ts';

/** The progress of a file in the S3 store: whole parts, and a rest that is too short for a part. */
const shape = z.object({
  uploadId: z.string(),
  etags: z.array(z.string()),
  partsSize: z.number(),
  tailSize: z.number(),
});

export type S3State = z.infer<typeof shape>;

export function parseState(text: string): S3State {
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    throw new StoreUnavailable('The state of an upload in the S3 store cannot be read.', { cause });
  }
}
