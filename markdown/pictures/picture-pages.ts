import { splitPath } from '../files/content-files.ts';
import { toPageAddress } from '../files/page-address.ts';
import type { IsOpen } from '../site-tree/site-map.ts';

/** Which pages show which pictures, as far as the pages have been read. */
export interface PicturePages {
  note(picture: string, page: string): void;
  pagesOf(picture: string): ReadonlySet<string> | undefined;
  /** For a page that was saved: what it shows now is noted when it is read. */
  forget(page: string): void;
}

export function createPicturePages(): PicturePages {
  const pages = new Map<string, Set<string>>();
  return {
    note(picture, page) {
      pages.set(picture, (pages.get(picture) ?? new Set()).add(page));
    },
    pagesOf: (picture) => pages.get(picture),
    forget(page) {
      for (const known of pages.values()) known.delete(page);
    },
  };
}

export interface PictureRule {
  isOpen: IsOpen;
  /** The pages that show the picture and that visitors can reach now. */
  pagesOf: (picture: string) => string[];
  /** Reads every page that is not for everybody, so that its pictures are known. */
  readGuardedPages: () => Promise<void>;
}

/**
 * A picture is as open as the pages that show it: one open page is enough. While no page that was read shows it, the place of its file
 * decides, and after that the pages that are not open.
 */
export async function isOpenPicture(picture: string, rule: PictureRule): Promise<boolean> {
  const { isOpen } = rule;
  const shownBy = rule.pagesOf(picture);
  if (shownBy.length > 0) return shownBy.some(isOpen);
  const { folder } = splitPath(picture);
  const places = [folder === '' ? '/' : toPageAddress(folder), toPageAddress(picture)];
  if (places.some((place) => place === undefined || !isOpen(place))) return false;
  await rule.readGuardedPages();
  const guarded = rule.pagesOf(picture);
  return guarded.length === 0 || guarded.some(isOpen);
}
