import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';
import { decodePath } from '../decode-path.ts';
import { restorePosition, resumeRestoring } from './restore-position.ts';

/**
 * The scroll position after a route change. Same path: a hash scrolls to its element, a removed hash goes to the top, a query change stays.
 * Another path: back and forward restore, else the hash target, else the top. The first page is left to the browser, except where parts of
 * it load later.
 */
export function useScroll(): void {
  const location = useLocation();
  const type = useNavigationType();
  const before = useRef<Location>(undefined);

  useLayoutEffect(() => {
    const from = before.current;
    if (from === location) return;
    before.current = location;
    if (from === undefined) return stayOnPage(location);
    if (from.pathname === location.pathname) return scrollWithinPage(from, location);
    return scrollToNewPage(location, type === 'POP');
  }, [location, type]);

  // A layout effect as well: the listener of the previous page must be removed before the new page scrolls.
  useLayoutEffect(() => rememberPosition(location), [location]);
  useEffect(takeOverFromBrowser, []);
}

function stayOnPage(location: Location): (() => void) | undefined {
  const saved = readPositions()[positionKey(location)];
  return saved ? resumeRestoring(saved) : undefined;
}

function scrollWithinPage(from: Location, to: Location): void {
  if (to.hash) scrollToHash(to.hash);
  else if (from.hash) scrollTo(0, 0);
}

/** Returns a function that stops it, where it takes time. */
function scrollToNewPage(to: Location, restores: boolean): (() => void) | undefined {
  const saved = restores ? readPositions()[positionKey(to)] : undefined;
  if (saved) return restorePosition(saved);
  if (saved === 0 || !to.hash || !scrollToHash(to.hash)) scrollTo(0, 0);
  return undefined;
}

/** scrollIntoView honors scroll-margin and scroll-padding. */
function scrollToHash(hash: string): boolean {
  const id = hash.slice(1);
  const target = document.getElementById(id) ?? document.getElementById(decodePath(id));
  target?.scrollIntoView();
  return target !== null;
}

const storageKey = 'scroll-positions';

/** The first entry of a document has the key "default", so the path belongs to the key. */
const positionKey = ({ key, pathname }: Location) => `${key} ${pathname}`;

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Stores the position of the current history entry when scrolling ends, and when the entry is left. */
function rememberPosition(location: Location): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let y = scrollY;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify({ ...readPositions(), [positionKey(location)]: y }));
    } catch {
      // Without storage, going back starts at the top.
    }
  };
  const onScroll = () => {
    y = scrollY;
    timer ??= setTimeout(save, 100);
  };
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('pagehide', save);
  return () => {
    removeEventListener('scroll', onScroll);
    removeEventListener('pagehide', save);
    save();
  };
}

/** While the router runs, it restores the scroll position; when the page is left for another document, the browser does again. */
function takeOverFromBrowser(): () => void {
  const take = () => {
    history.scrollRestoration = 'manual';
  };
  const giveBack = () => {
    history.scrollRestoration = 'auto';
  };
  take();
  addEventListener('pagehide', giveBack);
  addEventListener('pageshow', take);
  return () => {
    removeEventListener('pagehide', giveBack);
    removeEventListener('pageshow', take);
    giveBack();
  };
}
