import type { Connect } from 'vite';
import type { SiteRenderer } from '../../app/entry.server.tsx';

/** The built React site, as the server uses it. In development the same shape is backed by Vite. */
export interface SiteBuild {
  id: string;
  /** Absolute path of the files the browser may fetch: assets/, builds/, favicon.ico … */
  clientFolder: string;
  /** `'sha256-…'` of the inline scripts, for the Content-Security-Policy. */
  scriptHashes: string[];
  /** What stands in a page's head, besides the page's own tags. */
  headHtml: string;
  /** Address of the browser's entry, imported by the boot script. */
  entry: string;
  render(): Promise<SiteRenderer>;
  /** In development: Vite's middleware, run before everything else. */
  middleware?: Connect.NextHandleFunction;
  /** In development: calls back when a page would look different now. */
  onChange?: (listener: () => void) => void;
  close(): Promise<void>;
}

/** What `dist/<id>/build.json` says. */
export interface BuildRecord {
  id: string;
  entry: string;
  stylesheet: string;
  fonts: string[];
  bootScript: string;
}
