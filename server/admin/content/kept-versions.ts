/** The last versions of each file that was saved here, in the data folder. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileVersion } from '../../../app/admin/write/content-data.ts';
import { readIfPresent, writeDurably } from '../../../database/durable-files.ts';
import { hashOf } from './write-file.ts';

export interface NewVersion {
  text: string;
  at: number;
  by?: string;
  note?: string;
}

export interface KeptVersions {
  /** A text that is kept already is not kept twice; it becomes the newest. */
  add(file: string, version: NewVersion): Promise<void>;
  has(file: string, text: string): Promise<boolean>;
  list(file: string): Promise<FileVersion[]>;
  read(file: string, id: string): Promise<string | undefined>;
  move(from: string, to: string): Promise<void>;
}

const shape = z.object({ text: z.string(), by: z.string().optional(), note: z.string().optional() });
/** When, in milliseconds, and the hash of the text. */
const nameShape = /^(\d{13})-([0-9a-f]{32})\.json$/;
const maxVersions = 50;

export function createKeptVersions(dataFolder: string): KeptVersions {
  const folderOf = (file: string) => join(dataFolder, 'versions', hashOf(file));

  /** Newest first. */
  async function readNames(file: string): Promise<string[]> {
    const names = await readdir(folderOf(file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names
      .filter((name) => nameShape.test(name))
      .sort()
      .reverse();
  }

  async function readVersion(file: string, name: string) {
    const text = await readIfPresent(join(folderOf(file), name));
    try {
      return text === undefined ? undefined : shape.parse(JSON.parse(text));
    } catch {
      // One version that is damaged must not hide the others.
      return undefined;
    }
  }

  return {
    async add(file, { at, ...version }) {
      const hash = hashOf(version.text);
      const before = await readNames(file);
      // Two versions of one millisecond stay in their order.
      const newest = Number(nameShape.exec(before[0] ?? '')?.[1] ?? 0);
      const moment = version.by === undefined ? at : Math.max(at, newest + 1);
      const name = `${String(Math.floor(moment)).padStart(13, '0')}-${hash}.json`;
      await writeDurably(join(folderOf(file), name), JSON.stringify(version));
      const same = before.filter((other) => other !== name && other.includes(hash));
      const old = before.filter((other) => !same.includes(other) && other !== name).slice(maxVersions - 1);
      for (const other of [...same, ...old]) await rm(join(folderOf(file), other), { force: true });
    },
    has: async (file, text) => {
      const hash = hashOf(text);
      return (await readNames(file)).some((name) => name.includes(hash));
    },
    async list(file) {
      const versions: FileVersion[] = [];
      for (const name of await readNames(file)) {
        const version = await readVersion(file, name);
        if (!version) continue;
        const { by, note } = version;
        const at = new Date(Number(nameShape.exec(name)?.[1])).toISOString();
        const id = name.slice(0, -'.json'.length);
        versions.push({ id, at, ...(by !== undefined && { by }), ...(note !== undefined && { note }) });
      }
      return versions;
    },
    async read(file, id) {
      const name = `${id}.json`;
      return nameShape.test(name) ? (await readVersion(file, name))?.text : undefined;
    },
    async move(from, to) {
      const names = await readNames(from);
      if (names.length > 0) await mkdir(folderOf(to), { recursive: true, mode: 0o700 });
      for (const name of names) await rename(join(folderOf(from), name), join(folderOf(to), name));
    },
  };
}
