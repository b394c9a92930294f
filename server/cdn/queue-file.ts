/** The file of the purges that wait. */
import { z } from 'zod';
import { readIfPresent, writeDurably } from '../../database/durable-files.ts';
import type { Log } from '../log.ts';
import { siteTag } from './cache-tags.ts';

const stored = z.object({ state: z.string().optional(), tags: z.array(z.string()) });
type Stored = z.infer<typeof stored>;

/** A file that cannot be read counts as one that says that the whole site has changed. */
export async function readQueueFile(file: string): Promise<Stored> {
  const text = await readIfPresent(file);
  try {
    return text === undefined ? { tags: [] } : stored.parse(JSON.parse(text));
  } catch {
    return { tags: [siteTag] };
  }
}

/** Writes what `read` returns: one writing at a time, and what changes meanwhile by one more. */
export function createQueueWriter(file: string, read: () => Stored, log: Log): () => Promise<void> {
  let isDirty = false;
  let saving: Promise<void> | undefined;

  async function saveAll(): Promise<void> {
    while (isDirty) {
      isDirty = false;
      await writeDurably(file, JSON.stringify(read()));
    }
  }

  function report(cause: unknown): void {
    const loss =
      'a change may be missed when the site ends. See that the disk has room and that the site may write there.';
    log.error(`The list of purges could not be written to ${file}: ${loss}`, { cause });
  }

  return () => {
    isDirty = true;
    saving ??= saveAll()
      .catch(report)
      .finally(() => {
        saving = undefined;
      });
    return saving;
  };
}
