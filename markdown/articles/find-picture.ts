import type { Pictures } from '../pictures/picture-files.ts';
import type { PageNames } from './page-names.ts';
import { parseWikiName, toContentPath } from './resolve-link.ts';

export interface PictureTargets {
  names: Pick<PageNames, 'picturesNamed'>;
  pictures: Pick<Pictures, 'has'>;
}

/**
 * The path of the picture that a file names, whether it is there or not. As in Obsidian, the name in `![[picture.png]]` is a path from the
 * page or from the content folder, or the name of a picture anywhere.
 */
export async function findPicturePath(
  { names, pictures }: PictureTargets,
  from: string,
  address: string,
): Promise<string> {
  const name = parseWikiName(address)?.name;
  if (name === undefined) return toContentPath(from, address);
  for (const path of [toContentPath(from, name), toContentPath(from, `/${name}`)])
    if (await pictures.has(path)) return path;
  return names.picturesNamed(name)[0] ?? toContentPath(from, name);
}
