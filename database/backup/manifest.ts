import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from '../errors.ts';

/** The description of a backup. It is written last: a folder without it is not a backup. */
export interface Manifest {
  format: 1;
  kind: 'cluster' | 'dump';
  postgres: string;
  created: string;
  tables?: number;
  rows?: number;
  /** Of all files of the backup. */
  bytes?: number;
  /** When the whole copy was last read. Backups without it were read when they were made. */
  tested?: string;
}

const manifestName = 'backup.json';

export function manifestPath(folder: string): string {
  return join(folder, manifestName);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const isManifest = (value: unknown): value is Manifest =>
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === 1 &&
    'kind' in value &&
    (value.kind === 'cluster' || value.kind === 'dump') &&
    'postgres' in value &&
    typeof value.postgres === 'string';
  try {
    const value: unknown = JSON.parse(await readFile(manifestPath(folder), 'utf8'));
    if (isManifest(value)) return value;
  } catch {
    // Reported below, with the same message for a missing and a broken file.
  }
  throw new DatabaseStartError(`${folder} is not a complete backup: it has no readable ${manifestName}.`);
}
