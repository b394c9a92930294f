import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPublicConfig } from './without-private-settings.ts';

/** The sources of the React site. A change in any of these makes the build stale; content and the server do not. */
const sources = [
  'app',
  'markdown/document.ts',
  'names',
  'running',
  'vite.config.ts',
  'server/build',
  'package-lock.json',
];

/** A hash of the sources and of the public settings, ten characters: the id of the build. */
export async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(root, source))) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  hash.update(JSON.stringify(await readPublicConfig(join(root, 'site.config.ts'))));
  return hash.digest('hex').slice(0, 10);
}

function listFiles(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      )
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
