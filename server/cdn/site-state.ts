/** What every page is made of, as one hash: a process that starts with another one than the last has other pages. */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { allPages } from '../../markdown/files/content-files.ts';
import type { Content } from '../../markdown/open-content.ts';

export interface SiteStateOptions {
  content: Pick<Content, 'folders'>;
  contentFolder: string;
  /** Program, settings and build. */
  program: string;
  now?: () => number;
}

/** By the names, sizes and times of the content's files, which pages have come by the clock, and the program. */
export async function readSiteState(options: SiteStateOptions): Promise<string> {
  const { content, contentFolder, program, now = Date.now } = options;
  const hash = createHash('sha256').update(program);
  for (const line of await listFiles(contentFolder)) hash.update(`\n${line}`);
  const [root] = content.folders();
  for (const { file, metadata } of root ? allPages(root) : [])
    for (const moment of [metadata?.publishAt, metadata?.expires])
      if (moment !== undefined) hash.update(`\n${file} ${moment} ${moment <= now()}`);
  return hash.digest('hex');
}

const filesAtOnce = 64;

async function listFiles(folder: string): Promise<string[]> {
  // A folder that is being replaced has no files for a moment; its change is announced.
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/[\\/](?:\.git|node_modules)[\\/]/.test(file.slice(folder.length)))
    .sort();
  const lines: string[] = [];
  for (let at = 0; at < files.length; at += filesAtOnce)
    lines.push(...(await Promise.all(files.slice(at, at + filesAtOnce).map(describeFile))));
  return lines;
}

async function describeFile(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file).catch(() => ({ size: -1, mtimeMs: 0 }));
  return `${file} ${size} ${mtimeMs}`;
}
