import { type IsOpen, splitPath } from '../files/content-files.ts';
import { toPageAddress } from '../files/page-address.ts';

/** Which pages show which pictures, as far as the pages have been read. */
export interface PicturePages {
  add(picture: string, page: string): void;
  pagesOf(picture: string): ReadonlySet<string> | undefined;
  /** For a page that was saved: its pictures are recorded again when it is read. */
  forget(page: string): void;
}

export function createPicturePages(): PicturePages {
  const pages = new Map<string, Set<string>>();
  return {
    add(picture, page) {
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
  /** Reads every guarded page, so that its pictures are known. */
  readGuardedPages: () => Promise<void>;
}

/**
 * A picture is open if an open page shows it. While no page that was read shows it, the folder of its file decides, and after that
 * the guarded pages.
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
