import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { ContentLog } from '../log.ts';
import { type ContentFolder, joinPath } from './content-files.ts';

/** Where a name in a folder really is. Undefined, with one warning: a link that must not or cannot be followed. */
export type FollowLink = (folder: ContentFolder, name: string) => { real: string; stats: Stats } | undefined;

/** Links may lead anywhere inside the content folder, but not out of it and not to a folder they are in. */
export function createFollowLink(realRoot: string, log: ContentLog): FollowLink {
  const warned = new Set<string>();

  return function followLink(folder, name) {
    const path = joinPath(folder.folder, name);
    const leaveOut = (reason: string): undefined => {
      if (!warned.has(path)) log({ level: 'warn', file: path, message: `${path} ${reason}: it is left out` });
      warned.add(path);
      return undefined;
    };
    const plain = join(folder.real, name);
    const own = lstatSync(plain, { throwIfNoEntry: false });
    if (!own?.isSymbolicLink()) return own && { real: plain, stats: own };
    try {
      const real = realpathSync(plain);
      if (!isInside(realRoot, real)) return leaveOut('leads out of the content folder');
      for (let above: ContentFolder | undefined = folder; above; above = above.parent) {
        if (above.real === real) return leaveOut('leads back to a folder that it is in');
      }
      return { real, stats: statSync(real) };
    } catch (error) {
      return leaveOut(
        (error as NodeJS.ErrnoException).code === 'ELOOP' ? 'leads back to itself' : 'leads nowhere',
      );
    }
  };
}

export function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== '..' &&
    !relativePath.startsWith('../') &&
    !relativePath.startsWith('..\\') &&
    !isAbsolute(relativePath)
  );
}
