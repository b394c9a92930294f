import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownComponentsFolder } from '../../markdown/components.ts';
import { readPublicConfig } from './without-private-settings.ts';

/** The sources of the React site. A change in any of these makes the build stale; content and the server do not. */
const sources = [
  'app',
  'markdown/document.ts',
  'names',
  'running',
  'vite.config.ts',
  'server/build',
  // Which packages the site is built of: only the first is in the package of the program.
  'package.json',
  'package-lock.json',
];

/** What an exported page is made by, besides the build. */
const serverSources = ['server', 'markdown', 'backend/http'];

export interface SourceFolders {
  programFolder: string;
  siteFolder: string;
  contentFolder: string;
}

/** A hash of the sources, of the owner's own components and of the public settings, ten characters: the id of the build. */
export async function hashSources(folders: SourceFolders): Promise<string> {
  const { programFolder, siteFolder, contentFolder } = folders;
  const hash = createHash('sha256');
  addFiles(hash, programFolder, sources);
  addFiles(hash, contentFolder, [ownComponentsFolder]);
  hash.update(JSON.stringify(await readPublicConfig(join(siteFolder, 'site.config.ts'))));
  return hash.digest('hex').slice(0, 10);
}

/** Another one whenever the same content may give other pages. */
export function hashServerSources(root: string): string {
  const hash = createHash('sha256');
  addFiles(hash, root, serverSources);
  return hash.digest('hex').slice(0, 10);
}

function addFiles(hash: Hash, root: string, paths: readonly string[]): void {
  for (const file of paths.flatMap((path) => listFiles(root, path))) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
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
