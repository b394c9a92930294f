import type { IndexedPage } from './page-index.ts';

/** Which pages link to which, kept while pages come, change and go. */
export interface Backlinks {
  /** A page was read, read again (`before`) or is gone (no `after`). */
  replace(before: IndexedPage | undefined, after: IndexedPage | undefined): void;
  /** The files of the pages that link to an address. */
  filesOf(address: string): ReadonlySet<string>;
  /** The addresses of which other pages link to them now, or are called something else. Each is named once. */
  takeChanged(): string[];
}

const none: ReadonlySet<string> = new Set();

export function createBacklinks(): Backlinks {
  const byTarget = new Map<string, Set<string>>();
  let changed = new Set<string>();

  return {
    replace(before, after) {
      const file = (after ?? before)?.page.file ?? '';
      const earlier = targetsOf(before);
      const now = targetsOf(after);
      const isSame = before?.shownAs === after?.shownAs;
      for (const target of earlier) {
        if (now.has(target)) continue;
        byTarget.get(target)?.delete(file);
        changed.add(target);
      }
      for (const target of now) {
        if (earlier.has(target) && isSame) continue;
        const files = byTarget.get(target) ?? new Set();
        byTarget.set(target, files.add(file));
        changed.add(target);
      }
    },
    filesOf: (address) => byTarget.get(address) ?? none,
    takeChanged() {
      const addresses = [...changed];
      changed = new Set();
      return addresses;
    },
  };
}

/** A page does not link to itself. */
function targetsOf(page: IndexedPage | undefined): Set<string> {
  const targets = new Set<string>();
  for (const { target } of page?.links ?? [])
    if (target !== undefined && target !== page?.page.address) targets.add(target);
  return targets;
}
