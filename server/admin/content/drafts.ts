/** What owners have typed and not saved yet: one draft per file and owner, in the data folder. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileDraft, OtherWriter } from '../../../app/admin/write/content-data.ts';
import { readIfPresent, writeDurably } from '../../../database/durable-files.ts';
import type { Owner } from '../admin-route.ts';
import { hashOf } from './write-file.ts';

export interface Drafts {
  read(file: string, owner: Owner): Promise<FileDraft | undefined>;
  /** `base`: the text that the draft began with, if it is still the file's. */
  write(
    file: string,
    owner: Owner,
    draft: { text: string; baseHash: string; base?: string },
  ): Promise<string>;
  remove(file: string, owner: Owner): Promise<void>;
  /** Drafts go with a file that was renamed. */
  move(from: string, to: string): Promise<void>;
  /** Other owners who have typed into the file in the last minutes. */
  others(file: string, owner: Owner): Promise<OtherWriter[]>;
  /** When each of an owner's drafts was saved, by file. */
  list(owner: Owner): Promise<Map<string, string>>;
}

const shape = z.object({
  file: z.string(),
  email: z.string(),
  name: z.string().optional(),
  text: z.string(),
  baseHash: z.string(),
  base: z.string().optional(),
  savedAt: z.string(),
});
type KeptDraft = z.infer<typeof shape>;

const presentMs = 5 * 60_000;

export function createDrafts(dataFolder: string, now: () => number): Drafts {
  const folder = join(dataFolder, 'drafts');
  // A path may be longer than a file's name.
  const folderOf = (file: string) => join(folder, hashOf(file));
  const pathOf = (file: string, { id }: Owner) => join(folderOf(file), toFileName(id));

  return {
    async read(file, owner) {
      const draft = await readDraft(pathOf(file, owner));
      if (!draft) return undefined;
      const { text, baseHash, base, savedAt } = draft;
      return { text, baseHash, savedAt, ...(base !== undefined && { base }) };
    },
    async write(file, owner, { text, baseHash, base }) {
      const path = pathOf(file, owner);
      const savedAt = new Date(now()).toISOString();
      const before = base === undefined ? await readDraft(path) : undefined;
      const kept = base ?? (before?.baseHash === baseHash ? before.base : undefined);
      const { email, name } = owner;
      const draft: KeptDraft = { file, email, ...(name && { name }), text, baseHash, savedAt };
      await writeDurably(path, JSON.stringify({ ...draft, ...(kept !== undefined && { base: kept }) }));
      return savedAt;
    },
    remove: (file, owner) => rm(pathOf(file, owner), { force: true }),
    async move(from, to) {
      for (const name of await readNames(folderOf(from))) {
        const draft = await readDraft(join(folderOf(from), name));
        if (draft) await writeDurably(join(folderOf(to), name), JSON.stringify({ ...draft, file: to }));
        await rm(join(folderOf(from), name), { force: true });
      }
    },
    async others(file, owner) {
      const others: OtherWriter[] = [];
      for (const stored of await readNames(folderOf(file))) {
        if (stored === toFileName(owner.id) || !stored.endsWith('.json')) continue;
        const draft = await readDraft(join(folderOf(file), stored));
        if (!draft || now() - Date.parse(draft.savedAt) > presentMs) continue;
        const { email, name, savedAt } = draft;
        others.push({ email, ...(name !== undefined && { name }), savedAt });
      }
      return others;
    },
    async list(owner) {
      const found = new Map<string, string>();
      for (const name of await readNames(folder)) {
        const draft = await readDraft(join(folder, name, toFileName(owner.id)));
        if (draft) found.set(draft.file, draft.savedAt);
      }
      return found;
    },
  };
}

function toFileName(userId: string): string {
  if (!/^[\w-]{1,64}$/.test(userId)) throw new Error(`This is no id of a user: ${userId}`);
  return `${userId}.json`;
}

/** A draft that cannot be read is none: the file itself is not touched by it. */
async function readDraft(path: string): Promise<KeptDraft | undefined> {
  const text = await readIfPresent(path);
  if (text === undefined) return undefined;
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
