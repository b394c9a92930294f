import type { Connect } from 'vite';
import type { SiteRenderer } from '../../app/entry.server.tsx';

/** The built React site. In development Vite provides the same interface. */
export interface SiteBuild {
  id: string;
  /** The absolute path of the files that the browser may fetch: assets/, builds/, favicon.ico … */
  clientFolder: string;
  /** `'sha256-…'` of the inline scripts, for the Content-Security-Policy. */
  scriptHashes: string[];
  /** The HTML of every page's head, besides the page's own tags. */
  headHtml: string;
  /** The URL of the browser entry, which the boot script imports. */
  entry: string;
  /** The URL of the search dialog, which the boot script imports when it is asked for. */
  searchDialog?: string | undefined;
  /** The source of the service worker. */
  serviceWorker?: string | undefined;
  render(): Promise<SiteRenderer>;
  /** In development: Vite's middleware, which runs first. */
  middleware?: Connect.NextHandleFunction;
  /** In development: called when a page may look different. */
  onChange?: (listener: () => void) => void;
  close(): Promise<void>;
}

/** The content of `dist/<id>/build.json`. */
export interface BuildRecord {
  id: string;
  entry: string;
  searchDialog: string;
  stylesheet: string;
  fonts: string[];
  bootScript: string;
  serviceWorker: string;
}
