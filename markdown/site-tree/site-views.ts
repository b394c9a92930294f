import type { ContentFolder, VisibleChange } from '../files/content-files.ts';
import type { IsOpen } from './site-map.ts';
import { createSiteView, type SiteView } from './site-view.ts';

/** The tree as a signed-in member sees it, and as other visitors see it. */
export interface SiteViews {
  all(): SiteView;
  /** The same view while every page is open. */
  open(): SiteView;
  apply(change: VisibleChange): void;
  /** Runs an action once for each state of the content; callers at the same moment share it. */
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
    open() {
      open ??= createOpen();
      return open;
    },
    apply(change) {
      state += 1;
      const isShared = open === whole;
      if (!whole?.apply(change)) whole = undefined;
      if (isShared) open = whole;
      else if (!open?.apply(onlyOpen(change, isOpen))) open = undefined;
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
