import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, readManifest } from './manifest.ts';

export interface StoredBackup {
  /** Of its folder. */
  name: string;
  created: string;
  /** When the whole of it was last read. */
  tested: string;
  bytes: number;
  kind: Manifest['kind'];
}

/** Where backups are made unless another folder is named. */
export function backupFolder(dataFolder: string): string {
  return join(dataFolder, 'backups');
}

/** The name of a backup that is named by when it was made. */
export function nameOfBackup(created: string): string {
  return created.replaceAll(':', '-');
}

/** When a backup of this name was made; undefined when the name was chosen by a person. */
export function timeOfName(name: string): number | undefined {
  const [, day, hours, minutes, rest] = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/.exec(name) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}${hours}:${minutes}:${rest}`);
  return Number.isNaN(time) ? undefined : time;
}

/** The complete backups of a folder, the newest first. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readBackup(folder, name).catch(() => undefined)));
  return found
    .filter((backup) => backup !== undefined)
    .sort((one, other) => other.created.localeCompare(one.created));
}

async function readBackup(folder: string, name: string): Promise<StoredBackup> {
  const { created, tested = created, bytes, kind } = await readManifest(join(folder, name));
  return { name, created, tested, kind, bytes: bytes ?? (await sizeOfFolder(join(folder, name))) };
}

export async function sizeOfFolder(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
