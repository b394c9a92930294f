import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '../..');

/**
 * Every file that belongs to the repository, as paths with forward slashes. What .gitignore names is left out. Git itself is
 * not used: the tests also run where it is not installed, or does not trust the folder's owner.
 */
export function listFiles(root: string = repository): string[] {
  const ignored = readIgnored(root);
  const walk = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (ignored(file)) return [];
      return entry.isDirectory() ? walk(file) : [file];
    });
  return walk('').sort();
}

export function readText(file: string, root: string = repository): string {
  return readFileSync(path.join(root, file), 'utf8');
}

/** The kinds of lines our .gitignore uses: `name/`, `folder/name/` and `*.log`. */
function readIgnored(root: string): (file: string) => boolean {
  const lines = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  const patterns = [
    '.git',
    ...lines.map((line) => line.trim().replace(/\/$/, '')).filter((line) => line !== ''),
  ];
  return (file) =>
    patterns.some((pattern) => path.matchesGlob(pattern.includes('/') ? file : path.basename(file), pattern));
}
