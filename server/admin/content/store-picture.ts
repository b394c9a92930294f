/** POST /content/picture: puts a picture beside a page, and never over another one. */
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredPicture } from '../../../app/admin/write/content-data.ts';
import { joinPath, splitPath } from '../../../markdown/files/content-files.ts';
import { toSlug } from '../../../markdown/files/page-address.ts';
import type { AdminCall } from '../admin-route.ts';
import { badRequest } from '../serve-admin.ts';
import { describeFile } from './content-entries.ts';
import { badFile, ignoreMissing, requireKind, resolveContentPath, resolveFolder } from './content-path.ts';
import { createPreparePicture } from './prepare-picture.ts';
import { createFile, readStored, toWriteError } from './write-file.ts';

export const maxPictureBytes = 20 * 1024 * 1024;

export function createPictureStore(contentFolder: string): (call: AdminCall) => Promise<StoredPicture> {
  const preparePicture = createPreparePicture();

  return async function storePicture(call) {
    const file = call.query.get('file');
    if (file === null) throw badRequest('Say beside which page: ?file=posts/a.md');
    if (requireKind(file) !== 'page') throw badFile('is no page: pictures are put beside pages');
    const named = toStem(call.query.get('name') ?? '');
    const stem = named ?? toStem(await readTitle(contentFolder, file)) ?? 'picture';
    const { folder } = splitPath(file);
    const names = folder === '' ? [] : folder.split('/');
    const place = await resolveFolder(await realpath(contentFolder), names);
    const { bytes, ending, width, height } = await preparePicture(await call.readBytes());
    for (let number = 1; ; number++) {
      const name = `${stem}${named !== undefined && number === 1 ? '' : `-${number}`}.${ending}`;
      const absolute = join(place, name);
      if (await lstat(absolute).catch(ignoreMissing)) continue;
      const target = joinPath(folder, name);
      await call.note('content.picture', target);
      const isNew = await createFile(absolute, bytes).catch((error: unknown) => {
        throw toWriteError(error, absolute);
      });
      if (isNew) return { file: target, src: `./${name}`, width, height };
    }
  };
}

/** The title of a page, or what it would be called without one. */
async function readTitle(contentFolder: string, file: string): Promise<string> {
  const path = await resolveContentPath(contentFolder, file);
  const stored = await readStored(path.absolute);
  return describeFile(path, stored?.bytes.toString('utf8') ?? '', new Date(0), 0).title;
}

const maxStemLength = 60;

/** A name that is safe in a file system, in Markdown and in an address. Undefined: nothing is left of it. */
function toStem(name: string): string | undefined {
  const plain = name
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/\.[a-z0-9]{2,5}$/i, '');
  const letters = [...toSlug(plain).replace(/[._~]+/g, '-')].slice(0, maxStemLength).join('');
  const stem = letters.replace(/-{2,}/g, '-').replace(/^-+|-+$/g, '');
  if (stem === '') return undefined;
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(stem) ? `picture-${stem}` : stem;
}
