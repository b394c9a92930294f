import { findPicturePath, type PictureTargets } from '../articles/find-picture.ts';
import { isPictureName } from '../pictures/picture-files.ts';
import { isContentPath } from '../safe-address.ts';
import type { PageIndex } from './page-index.ts';

/** The addresses of the pages that show a picture or link to it, by its path. */
export async function listPagesByPicture(
  index: PageIndex,
  targets: PictureTargets,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { page, pictures, links } of index.all())
    for (const { address } of [...pictures, ...links, { address: page.metadata.image?.src ?? '' }]) {
      if (!isContentPath(address)) continue;
      const path = await findPicturePath(targets, page.file, address);
      if (!isPictureName(path)) continue;
      const pages = found.get(path);
      if (pages) pages.push(page.address);
      else found.set(path, [page.address]);
    }
  return found;
}

/** The addresses of all pages that have pictures, for every audience. */
export function listPagesWithPictures(index: PageIndex): Set<string> {
  const found = new Set<string>();
  for (const { page, pictures } of index.all())
    if (pictures.length > 0 || page.metadata.image) found.add(page.address);
  return found;
}
