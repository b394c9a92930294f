import type { ContentFolder, VisibleChange } from '../files/content-files.ts';
import type { IsOpen } from './site-map.ts';
import { createSiteView, type SiteView } from './site-view.ts';

/** The tree as a member sees it, and as everybody does. */
export interface SiteViews {
  all(): SiteView;
  /** The same view while every page is open. */
  forEverybody(): SiteView;
  take(change: VisibleChange): void;
  /** Does something once for each state of the content; callers at the same moment share it. */
  oncePerView(action: () => Promise<void>): () => Promise<void>;
}

export interface SiteViewsOptions {
  root: ContentFolder;
  now: () => number;
  onClashes: (clashes: Set<string>) => void;
  isOpen: IsOpen;
}

export function createViews({ root, now, onClashes, isOpen }: SiteViewsOptions): SiteViews {
  let whole: SiteView | undefined;
  let open: SiteView | undefined;
  let state = 0;

  function all(): SiteView {
    whole ??= createSiteView(root, now(), onClashes);
    return whole;
  }

  function createOpen(): SiteView {
    const isAllOpen = [...all().map.nodes.keys()].every(isOpen);
    return isAllOpen ? all() : createSiteView(root, now(), () => {}, isOpen);
  }

  return {
    all,
    forEverybody() {
      open ??= createOpen();
      return open;
    },
    take(change) {
      state += 1;
      const isShared = open === whole;
      if (!whole?.take(change)) whole = undefined;
      if (isShared) open = whole;
      else if (!open?.take(onlyOpen(change, isOpen))) open = undefined;
    },
    oncePerView(action) {
      let done: { state: number; promise: Promise<void> } | undefined;
      return () => {
        if (done?.state !== state) done = { state, promise: action() };
        return done.promise;
      };
    },
  };
}

function onlyOpen(change: VisibleChange, isOpen: IsOpen): VisibleChange {
  if (change === 'all') return change;
  return { ...change, pages: new Set([...change.pages].filter(isOpen)) };
}
