import type { Page } from './page-data.ts';
import { shortHash } from './runtime/short-hash.ts';

/** The same on the server and in the browser for a page with the same content. The token of its view changes by itself. */
export function toPageVersion({ view: _view, ...page }: Page): string {
  return shortHash(JSON.stringify(page));
}

/** What `/live-page` sends: the page as it is now, or that it is no longer at its address. */
export interface LivePageNews {
  version?: string;
  /** Its file was renamed or moved. */
  movedTo?: string;
}

export const livePagePath = '/live-page';
