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
  /** Without those of the tables of Postgres itself. */
  ownRows?: number;
  /** Of all files of the backup. */
  bytes?: number;
  /** When the whole copy was last read. Backups without it were read when they were made. */
  tested?: string;
  /** In a bucket, the backup is one archive. */
  archive?: { bytes: number; sha256: string };
}

export const manifestName = 'backup.json';

export function manifestPath(folder: string): string {
  return join(folder, manifestName);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => '');
  const manifest = parseManifest(text);
  if (manifest) return manifest;
  throw new DatabaseStartError(`${folder} is not a complete backup: it has no readable ${manifestName}.`);
}

/** Undefined if the text describes no backup that this program can read. */
export function parseManifest(text: string): Manifest | undefined {
  const isManifest = (value: unknown): value is Manifest =>
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === 1 &&
    'kind' in value &&
    (value.kind === 'cluster' || value.kind === 'dump') &&
    'postgres' in value &&
    typeof value.postgres === 'string' &&
    'created' in value &&
    typeof value.created === 'string';
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
