import { findPicturePath, type PictureTargets } from '../articles/find-picture.ts';
import { isContentPath } from '../safe-address.ts';
import type { IndexedPage, PageIndex } from './page-index.ts';

/** The addresses of the pages that show a picture or link to it. */
export async function findPagesWith(
  picture: string,
  index: PageIndex,
  targets: PictureTargets,
): Promise<string[]> {
  const found: string[] = [];
  for (const page of index.all()) if (await hasPicture(picture, page, targets)) found.push(page.page.address);
  return found;
}

/** The addresses of all pages that have pictures, whoever may know of them. */
export function listPagesWithPictures(index: PageIndex): Set<string> {
  const found = new Set<string>();
  for (const { page, pictures } of index.all())
    if (pictures.length > 0 || page.metadata.image) found.add(page.address);
  return found;
}

async function hasPicture(
  picture: string,
  { page, pictures, links }: IndexedPage,
  targets: PictureTargets,
): Promise<boolean> {
  for (const { address } of [...pictures, ...links, { address: page.metadata.image?.src ?? '' }])
    if (isContentPath(address) && (await findPicturePath(targets, page.file, address)) === picture)
      return true;
  return false;
}
