/** Where deleted files go: `.trash/2026-11-18/144255123-posts/a.md` in the content folder. Its name hides it from the site. */
import { lstat, mkdir, realpath, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AdminError } from '../admin-error.ts';
import { ignoreMissing, requireKind } from './content-path.ts';
import { moveFile } from './write-file.ts';

const trashFolder = '.trash';
const trashedShape = /^\.trash\/\d{4}-\d\d-\d\d\/\d{9}-(.+)$/;

/** Moves a file to the trash and returns its place there, relative to the content folder. */
export async function moveToTrash(
  base: string,
  path: { file: string; absolute: string },
  now: number,
): Promise<string> {
  await createTrash(base);
  for (let moment = now; ; moment += 1) {
    const [day = '', time = ''] = new Date(moment).toISOString().split('T');
    const trashed = `${trashFolder}/${day}/${time.replace(/\D/g, '')}-${path.file}`;
    if (await moveFile(path.absolute, join(base, trashed))) return trashed;
  }
}

/** Git does not see what is in the trash. */
async function createTrash(base: string): Promise<void> {
  const folder = join(base, trashFolder);
  const stats = await lstat(folder).catch(ignoreMissing);
  if (stats && !stats.isDirectory())
    throw new AdminError(409, 'no-trash', `${trashFolder} in the content folder is not a folder.`);
  if (!stats) await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** What a deleted file was called, and where it is. */
export async function findTrashed(
  base: string,
  trashed: string,
): Promise<{ file: string; absolute: string }> {
  const file = trashedShape.exec(trashed)?.[1];
  if (file === undefined) throw notInTrash();
  requireKind(file);
  const absolute = join(base, trashed);
  const stats = await lstat(absolute).catch(ignoreMissing);
  // No folder on the way may be a link.
  const isPlain = stats?.isFile() && (await realpath(absolute)) === join(await realpath(base), trashed);
  if (!isPlain) throw notInTrash();
  return { file, absolute };
}

/** Removes the folders of the trash that are empty now. */
export async function tidyTrash(base: string, absolute: string): Promise<void> {
  for (let folder = dirname(absolute); folder !== join(base, trashFolder); folder = dirname(folder)) {
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

function notInTrash(): AdminError {
  return new AdminError(404, 'not-found', 'This file is not in the trash.');
}
