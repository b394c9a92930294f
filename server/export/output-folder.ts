/**
 * The folder of an export. What a run writes is collected beside the files and moved into place at its end, so that a run that fails leaves
 * the export before it as it was. A manifest says which files are the export's: others in the folder are left alone.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface OutputFolder {
  /** The files of the last run, if it was made from the same and they are all there still. */
  findUnchanged(inputs: string): OutputCounts | undefined;
  /** Whether a file of the last run is there still. It then stays. For names that hold the hash of the bytes. */
  keep(name: string): boolean;
  /** Writes a file unless it has these bytes already: then the answer is true. */
  write(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Moves everything into place, and deletes what the site does not have any more. */
  finish(inputs: string): Promise<OutputCounts>;
  /** Leaves the folder as it was. */
  abandon(): Promise<void>;
}

export interface OutputCounts {
  files: number;
  written: number;
  deleted: number;
  bytes: number;
}

interface Manifest {
  version: 1;
  inputs: string;
  /** Hash and size by name. */
  files: Record<string, [hash: string, size: number]>;
}

const manifestName = '.export.json';
const newFolder = '.export-new';

export async function openOutputFolder(folder: string): Promise<OutputFolder> {
  await mkdir(folder, { recursive: true });
  const before = await readManifest(folder);
  const fresh = join(folder, newFolder);
  // Of a run that was ended.
  await rm(fresh, { recursive: true, force: true });
  const sizes = await readSizes(folder);
  const known = new Map(
    Object.entries(before?.files ?? {}).filter(([name, [, size]]) => sizes.get(name) === size),
  );
  const isWhole = before !== undefined && known.size === Object.keys(before.files).length;
  const files = new Map<string, [hash: string, size: number]>();
  const changed = new Set<string>();
  const makeFolder = createFolderMaker();

  return {
    findUnchanged(inputs) {
      if (!isWhole || before.inputs !== inputs) return undefined;
      return { files: known.size, written: 0, deleted: 0, bytes: sumOf(known) };
    },
    keep(name) {
      const found = known.get(name);
      if (found) files.set(name, found);
      return found !== undefined;
    },
    async write(name, bytes) {
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      const isWritten = files.get(name)?.[0] === hash;
      files.set(name, [hash, bytes.length]);
      if (isWritten || known.get(name)?.[0] === hash) return true;
      changed.add(name);
      const file = join(fresh, name);
      makeFolder(dirname(file));
      // Synchronous: a small file through the thread pool takes several times as long.
      writeFileSync(file, bytes);
      return false;
    },
    async finish(inputs) {
      const gone = Object.keys(before?.files ?? {}).filter((name) => !files.has(name));
      for (const name of gone) await removeFile(folder, name);
      for (const name of changed) {
        makeFolder(dirname(join(folder, name)));
        renameSync(join(fresh, name), join(folder, name));
      }
      await rm(fresh, { recursive: true, force: true });
      const manifest: Manifest = { version: 1, inputs, files: Object.fromEntries([...files].sort(byName)) };
      if (changed.size + gone.length > 0 || before?.inputs !== inputs) {
        const temporary = join(folder, `${manifestName}.new`);
        await writeFile(temporary, JSON.stringify(manifest));
        await rename(temporary, join(folder, manifestName));
      }
      return { files: files.size, written: changed.size, deleted: gone.length, bytes: sumOf(files) };
    },
    async abandon() {
      await rm(fresh, { recursive: true, force: true });
    },
  };
}

/** Undefined in an empty folder. One with other files is refused: some of them might have the names of pages. */
async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) {
    const others = (await readdir(folder)).filter((name) => name !== newFolder);
    if (others.length === 0) return undefined;
    throw new Error(
      `${folder} holds files that are not of an export (${others.slice(0, 3).join(', ')}). Name an empty folder: npm run export -- <folder>`,
    );
  }
  const manifest = parseManifest(text);
  if (manifest) return manifest;
  throw new Error(
    `${join(folder, manifestName)} is damaged, so it is not known which files are the export’s. Delete the folder, or name another one: npm run export -- <folder>`,
  );
}

function parseManifest(text: string): Manifest | undefined {
  try {
    const { version, files = {}, inputs = '' } = JSON.parse(text) as Partial<Manifest>;
    // Files are deleted by these names.
    const isOwn = Object.keys(files).every(
      (name) => !/^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name),
    );
    return version === 1 && isOwn ? { version, files, inputs } : undefined;
  } catch {
    return undefined;
  }
}

async function readSizes(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isFile()) return;
      const path = join(entry.parentPath, entry.name);
      sizes.set(path.slice(folder.length + 1).replaceAll('\\', '/'), (await stat(path)).size);
    }),
  );
  return sizes;
}

/** Makes each folder once. */
function createFolderMaker(): (folder: string) => void {
  const made = new Set<string>();
  return (folder) => {
    if (made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  };
}

/** And the folders that are then empty. */
async function removeFile(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) {
    const isRemoved = await rmdir(join(folder, parent)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

function sumOf(files: Map<string, [hash: string, size: number]>): number {
  return [...files.values()].reduce((sum, [, size]) => sum + size, 0);
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
