import type { Audience } from '../files/content-files.ts';
import {
  allPages,
  type ContentFolder,
  type IsOpen,
  isReadable,
  type ReadablePage,
  stateOf,
  type VisibleChange,
} from '../files/content-files.ts';
import { createPause } from '../files/pause.ts';
import { toSummary } from './page-list.ts';
import { addUntranslated, createSiteView, type NamedPage, type SiteView, toNamedPage } from './site-view.ts';

/** The tree as each audience sees it. */
export interface SiteViews {
  of(audience: Audience): SiteView;
  /** Returns the addresses of the pages that show the change; `'all'` where that is not known. */
  apply(change: VisibleChange): Set<string> | 'all';
  /** These, and the addresses in other languages that show the same pages. */
  withUntranslated(addresses: Iterable<string>): Set<string>;
  /** The entry of one page, published or not, without making those of all others. Whether it is listed depends on the folders above it. */
  namedPage(address: string): Omit<NamedPage, 'listed'> | undefined;
  /** Makes the entries of all pages, a little at a time. */
  prepare(): Promise<void>;
  /** Runs an action once for each state of the content; callers at the same moment share it. */
  oncePerView(action: () => Promise<void>): () => Promise<void>;
}

export interface SiteViewsOptions {
  root: ContentFolder;
  now: () => number;
  onClashes: (clashes: Set<string>) => void;
  isOpen: IsOpen;
  toTag: (slug: string) => string;
}

export function createViews({ onClashes, ...options }: SiteViewsOptions): SiteViews {
  const { root, now, isOpen } = options;
  let whole: SiteView | undefined;
  let open: SiteView | undefined;
  let owners: SiteView | undefined;
  let state = 0;

  function all(): SiteView {
    whole ??= createSiteView({ ...options, onClashes, onlyOpen: false });
    return whole;
  }

  /** The same view while every page is open. */
  function createOpen(): SiteView {
    const isAllOpen = [...all().map.nodes.keys()].every(isOpen);
    if (isAllOpen) return all();
    return createSiteView({ ...options, onClashes: () => {}, onlyOpen: true });
  }

  const viewOf: Record<Audience, () => SiteView> = {
    public() {
      open ??= createOpen();
      return open;
    },
    reader: all,
    owner() {
      owners ??= createOwnersView(all(), root, now(), isOpen);
      return owners;
    },
  };

  return {
    of: (audience) => viewOf[audience](),
    apply(change) {
      state += 1;
      owners = undefined;
      const isShared = open === whole;
      const touched = whole?.apply(change);
      if (!touched) whole = undefined;
      if (isShared) open = whole;
      // Before its first use nothing of it is shown anywhere.
      if (!open) return touched ?? 'all';
      // Guarded pages that come or go can make a folder of the open view come or go.
      const isMoved = isOfOpenPages(change, isOpen);
      const touchedOpen = isShared ? touched : open.apply(onlyOpen(change, isOpen));
      if (!isMoved || !touchedOpen) open = undefined;
      return touched && open && touchedOpen ? new Set([...touched, ...touchedOpen]) : 'all';
    },
    withUntranslated(addresses) {
      const found = new Set(addresses);
      // Before its first use nothing is shown anywhere.
      if (whole) addUntranslated(found, whole.map);
      return found;
    },
    namedPage(address) {
      const page = all().pageAt(address) ?? viewOf.owner().pageAt(address);
      return page && toNamedPage(page, stateOf(page, now()), !isOpen(address));
    },
    async prepare() {
      const pause = createPause(() => 'background');
      for (const page of allPages(root)) {
        if (isReadable(page)) toNamedPage(page, stateOf(page, now()), !isOpen(page.address));
        const rest = pause();
        if (rest) await rest;
      }
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

function isOfOpenPages(change: VisibleChange, isOpen: IsOpen): boolean {
  return change !== 'all' && [...change.came, ...change.gone].every(({ address }) => isOpen(address));
}

function onlyOpen(change: VisibleChange, isOpen: IsOpen): VisibleChange {
  if (change === 'all') return change;
  const { pages, mentioned } = change;
  return {
    ...change,
    pages: new Set([...pages].filter(isOpen)),
    mentioned: new Set([...mentioned].filter(isOpen)),
  };
}

/** What readers see, and every page that is not published or not listed. */
function createOwnersView(reader: SiteView, root: ContentFolder, now: number, isOpen: IsOpen): SiteView {
  const hidden = new Map<string, ReadablePage>();
  const unnamed: ReadablePage[] = [];
  for (const page of allPages(root)) {
    if (!isReadable(page)) continue;
    const isHidden = stateOf(page, now) !== 'published';
    if (isHidden) hidden.set(page.address, page);
    if (isHidden || page.metadata.unlisted) unnamed.push(page);
  }
  let named: NamedPage[] | undefined;
  return {
    ...reader,
    pages() {
      const toNamed = (page: ReadablePage) => toNamedPage(page, stateOf(page, now), !isOpen(page.address));
      named ??= [...reader.pages(), ...unnamed.map(toNamed)];
      return named;
    },
    pageAt: (address) => reader.pageAt(address) ?? hidden.get(address),
    find(address) {
      const found = reader.find(address);
      const page = hidden.get(address);
      if (!page || (found && found.kind !== 'expired' && found.kind !== 'folder')) return found;
      const state = stateOf(page, now);
      return { kind: 'page', summary: toSummary(page), ...(state !== 'published' && { state }) };
    },
  };
}
