import { type Audience, type IsOpen, splitPath } from '../files/content-files.ts';
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
  /** The pages that show the picture and that an audience can reach now, as far as pages have been read. */
  pagesOf: (picture: string, audience: Audience) => string[];
  /** Reads every page that strangers cannot open, so that its pictures are known. */
  readClosedPages: () => Promise<void>;
  /** Reads all pages, and returns those that readers can reach and that show the picture. */
  findReadersPages: (picture: string) => Promise<string[]>;
}

/**
 * Who may see a picture: who may see a page that shows it. A picture that no page shows is open if its folder is; one that only drafts,
 * scheduled or expired pages show is for owners.
 */
export async function findPictureAudience(picture: string, rule: PictureRule): Promise<Audience> {
  const { isOpen } = rule;
  if (rule.pagesOf(picture, 'reader').some(isOpen)) return 'public';
  await rule.readClosedPages();
  if (rule.pagesOf(picture, 'owner').length > 0) {
    // An open page that was not read yet may show it too.
    const pages = [...rule.pagesOf(picture, 'reader'), ...(await rule.findReadersPages(picture))];
    if (pages.length === 0) return 'owner';
    return pages.some(isOpen) ? 'public' : 'reader';
  }
  const { folder } = splitPath(picture);
  const places = [folder === '' ? '/' : toPageAddress(folder), toPageAddress(picture)];
  return places.some((place) => place === undefined || !isOpen(place)) ? 'reader' : 'public';
}
