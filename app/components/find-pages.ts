import type { NavigationNode } from '../../markdown/document.ts';

export interface FoundPage {
  title: string;
  path: string;
  /** The titles of the folders above it. */
  trail: string[];
}

export interface FoundPages {
  pages: FoundPage[];
  /** The number of all matches, shown or not. */
  total: number;
}

/** The pages whose title holds every word, in the tree's order; at most `limit` of them, and the number of all. */
export function findPages(nodes: readonly NavigationNode[], query: string, limit: number): FoundPages {
  const wanted = toPlain(query).split(/\s+/).filter(Boolean);
  const found: FoundPages = { pages: [], total: 0 };

  function visit(level: readonly NavigationNode[], trail: string[]): void {
    for (const { title, path, children } of level) {
      const plain = toPlain(title);
      if (wanted.every((word) => plain.includes(word))) {
        found.total += 1;
        if (found.pages.length < limit) found.pages.push({ title, path, trail });
      }
      if (children) visit(children, [...trail, title]);
    }
  }

  visit(nodes, []);
  return found;
}

/** Ignores case and accents. */
function toPlain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
