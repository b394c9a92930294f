/** Decides which files of the content folder the admin area may name, and where they really are. */
import { lstat, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ContentEntry } from '../../../app/admin/write/content-data.ts';
import { FOLDER_SETTINGS } from '../../../markdown/files/folder-settings.ts';
import { isInside } from '../../../markdown/files/follow-links.ts';
import { isMarkdownName, isPublicName, toPageAddress } from '../../../markdown/files/page-address.ts';
import { REDIRECTS_FILE } from '../../../markdown/redirects/parse-redirects.ts';
import { THEME_FILE } from '../../../markdown/theme/theme-file.ts';
import { AdminError } from '../admin-error.ts';

export type ContentKind = ContentEntry['kind'];

export interface ContentPath {
  /** As it was named, relative to the content folder. */
  file: string;
  kind: ContentKind;
  /** Where its bytes are or would be, links followed. */
  absolute: string;
  /** The same, relative to the content folder: what git knows it by. */
  real: string;
  /** The name itself is a link to another file of the content folder. */
  isLink: boolean;
}

const maxPathBytes = 1000;
const maxNameBytes = 200;

/** Which kind of file a path names. Throws for everything that is not a file of the content. */
export function requireKind(file: string): ContentKind {
  if (!file.isWellFormed() || /[\p{Cc}\\]/u.test(file))
    throw badFile('has a character that no path may have');
  if (Buffer.byteLength(file) > maxPathBytes) throw badFile('is too long');
  if (/^[a-z]:\//i.test(file)) throw badFile('is not inside the content folder');
  const folders = file.split('/');
  const name = folders.pop() ?? '';
  if (!folders.every(isPublicName)) throw badFile('is not in a folder of the content');
  if (name === FOLDER_SETTINGS) return 'folder-settings';
  if (file === REDIRECTS_FILE) return 'redirects';
  if (file === THEME_FILE) return 'theme';
  if (isPublicName(name) && isMarkdownName(name)) return 'page';
  throw badFile(`must name a page (.md), ${FOLDER_SETTINGS}, ${REDIRECTS_FILE} or ${THEME_FILE}`);
}

/** Follows links as the content tree does: inside the content folder only, and to nothing that could not be named itself. */
export async function resolveContentPath(base: string, file: string): Promise<ContentPath> {
  const kind = requireKind(file);
  const realBase = await realpath(base);
  const folders = file.split('/');
  const name = folders.pop() ?? '';
  const folder = await resolveFolder(realBase, folders);
  const plain = join(folder, name);
  const stats = await lstat(plain).catch(ignoreMissing);
  const isLink = stats?.isSymbolicLink() ?? false;
  const absolute = isLink ? await followInside(realBase, plain) : plain;
  const real = relative(realBase, absolute).split(sep).join('/');
  if (isLink && requireKind(real) !== kind) throw badFile('is a link to a file of another kind');
  if (stats && !(await stat(absolute)).isFile()) throw badFile('is not a file');
  return { file, kind, absolute, real, isLink };
}

/** Where a folder really is. Names below the last folder that exists stay as they are. */
export async function resolveFolder(realBase: string, names: string[]): Promise<string> {
  let folder = realBase;
  for (const [index, name] of names.entries()) {
    const plain = join(folder, name);
    if (!(await lstat(plain).catch(ignoreMissing))) return join(plain, ...names.slice(index + 1));
    folder = await followInside(realBase, plain);
    const inner = relative(realBase, folder);
    if (inner !== '' && !inner.split(sep).every(isPublicName))
      throw badFile('leads to a folder that is not part of the content');
    if (!(await stat(folder)).isDirectory()) throw badFile('is below something that is not a folder');
  }
  return folder;
}

async function followInside(realBase: string, path: string): Promise<string> {
  const real = await realpath(path).catch(() => {
    throw badFile('is a link that leads nowhere');
  });
  if (!isInside(realBase, real)) throw badFile('leads out of the content folder');
  return real;
}

/** What Windows and macOS cannot store, what an address cannot show, and what would look like something else. */
const unfit = /[<>:"|?*\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]|%[0-9a-f]{2}|^\s|[\s.]$/iu;
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** A name that does not exist yet has to be one that works everywhere. */
export function requireNewName(file: string): void {
  for (const name of file.split('/')) {
    if (Buffer.byteLength(name) > maxNameBytes) throw badFile(`has a name longer than ${maxNameBytes} bytes`);
    if (unfit.test(name)) throw badFile('has a name that not every system can store');
    if (deviceName.test(name)) throw badFile('has a name that Windows keeps for devices');
  }
  if (requireKind(file) === 'page' && toPageAddress(file) === undefined)
    throw badFile('needs a letter or a digit in each name, to make an address of');
}

export function badFile(reason: string): AdminError {
  return new AdminError(400, 'bad-file', `This file ${reason}.`);
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  if (error.code === 'ENAMETOOLONG') throw badFile('has a name that is too long');
  throw error;
}
