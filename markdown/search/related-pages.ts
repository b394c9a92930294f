import type { PageSummary } from '../document.ts';
import type { Audience } from '../files/content-files.ts';
import type { Content, ContentChange } from '../open-content.ts';

export interface RelatedOptions {
  audience: Audience;
  /** False for pages that are named beside the article anyway, and for those in another language. */
  isWanted(path: string): boolean;
}

/** The pages that an article leads on to: those that its author names, else those that are about the same. */
export interface RelatedPages {
  find(path: string, options: RelatedOptions): PageSummary[];
  /** The paths that were found something for which may be different after a change. */
  touchedBy(change: ContentChange): string[];
}

const maxShown = 3;

/** `findNear` reads the addresses of pages about the same, which may be hidden ones. */
export function createRelatedPages(content: Content, findNear: (path: string) => string[]): RelatedPages {
  /** Which pages each path names, or will name once its visitors may know of them. */
  const named = new Map<string, Set<string>>();

  return {
    find(path, { audience, isWanted }) {
      const chosen = content.chosenRelated(path);
      const paths = chosen ?? findNear(path).filter(isWanted);
      named.set(path, new Set(paths));
      const pages = content.visiblePages(audience).summaries(paths);
      return chosen ? pages : pages.slice(0, maxShown);
    },
    touchedBy({ pages }) {
      // Every page is rendered again.
      if (pages === 'all') {
        named.clear();
        return [];
      }
      return [...named].flatMap(([path, others]) => (pages.some((page) => others.has(page)) ? [path] : []));
    },
  };
}
