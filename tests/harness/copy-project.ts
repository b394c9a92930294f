import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repository } from './read-tree.ts';

/** A copy of the project whose build a test can damage or replace without affecting other tests. */
export interface ProjectCopy {
  root: string;
  /** The folder of the browser's files of its only build. */
  assets(): Promise<string>;
  remove(): Promise<void>;
}

const parts = [
  'app',
  'backend',
  'content',
  'database',
  'dist',
  'markdown',
  'names',
  'page-views',
  'running',
  'server',
  'supabase',
];
const files = [
  'main.ts',
  'porchlight.js',
  'site-folder.ts',
  'site.config.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(path.join(tmpdir(), 'porchlight-project-'));
  for (const part of [...parts, ...files]) {
    await cp(path.join(repository, part), path.join(root, part), { recursive: true, force: true }).catch(
      ignoreMissing,
    );
  }
  await symlink(path.join(repository, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  return {
    root,
    async assets() {
      const [build] = await readdir(path.join(root, 'dist'));
      return path.join(root, 'dist', build ?? '', 'client', 'assets');
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
