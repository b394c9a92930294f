import { readFileSync } from 'node:fs';
import type { PageNames } from '../articles/page-names.ts';
import type { ReadBody } from '../articles/read-body.ts';
import { resolveLink, toWikiName } from '../articles/resolve-link.ts';
import { allPages, type ContentFolder, isReadable, type ReadablePage } from '../files/content-files.ts';
import { toAddress } from '../files/page-address.ts';
import { createPause, type Pace } from '../files/pause.ts';
import type { FileStamp } from '../files/read-file-head.ts';
import { splitSource } from '../frontmatter/split-source.ts';
import type { ParsedBody, Reference } from '../parse/parse-context.ts';
import { isContentLink, isContentPath } from '../safe-address.ts';
import { sketchText, type TextSketch } from './text-sketch.ts';

/** A link as it is written, and where on this site it leads. */
export interface PageLink extends Reference {
  /** As `toAddress` writes it; undefined for another site, a mail address and the like. */
  target?: string;
  /** Decoded, without `#`. */
  fragment?: string;
}

/** What a page points to, what of it can be pointed to, and by what its text is recognized under another name. */
export interface IndexedPage {
  page: ReadablePage;
  stamp: FileStamp | undefined;
  links: PageLink[];
  pictures: Reference[];
  ownComponents: Reference[];
  ids: string[];
  hash: string;
  sketch: TextSketch;
  /** Changes with what other pages show of this one. */
  shownAs: string;
}

/** All pages with their links. Filled after the start, a little at a time, and then kept. */
export interface PageIndex {
  /** By the file's path. */
  find(file: string): IndexedPage | undefined;
  all(): IterableIterator<IndexedPage>;
  /** Reads every page that is not in the index as it is now. */
  complete(pace?: Pace): Promise<void>;
  /** False: no caller has wanted the index yet. */
  readonly isStarted: boolean;
  readonly isComplete: boolean;
  /** Grows when the links of a page change. */
  readonly version: number;
}

export interface PageIndexOptions {
  root: ContentFolder;
  names: PageNames;
  toAbsolute: (file: string) => string;
  readBody: ReadBody;
  isClosed: () => boolean;
  onReplace: (before: IndexedPage | undefined, after: IndexedPage | undefined) => void;
}

export function createPageIndex(options: PageIndexOptions): PageIndex {
  const { root, toAbsolute, readBody, isClosed, onReplace } = options;
  const pages = new Map<string, IndexedPage>();
  let running: Promise<void> = Promise.resolve();
  let pace: Pace = 'background';
  let isStarted = false;
  let isComplete = false;
  let version = 0;

  async function fill(): Promise<void> {
    const pause = createPause(() => pace);
    const files = new Set<string>();
    for (const page of allPages(root)) {
      if (isClosed()) return;
      if (!isReadable(page)) continue;
      files.add(page.file);
      if (pages.get(page.file)?.stamp !== page.stamp) await add(page);
      const rest = pause();
      if (rest) await rest;
    }
    for (const [file, entry] of pages) {
      if (files.has(file)) continue;
      pages.delete(file);
      onReplace(entry, undefined);
      version += 1;
    }
    isComplete = true;
    pace = 'background';
  }

  async function add(page: ReadablePage): Promise<void> {
    const { stamp } = page;
    const file = toAbsolute(page.file);
    const read = await readBody(file).catch(() => undefined);
    if (!read || !('body' in read)) return;
    const { links, pictures, ids, ownComponents, warnings } = copyWithoutText(read.body);
    page.bodyFaults ??= warnings;
    const { title, date, draft, unlisted } = page.metadata;
    const source = readText(file);
    const entry: IndexedPage = {
      page,
      stamp,
      links: [...toRelatedLinks(page, source), ...links].flatMap((link) => toPageLink(page, link) ?? []),
      pictures,
      ownComponents,
      ids,
      hash: read.hash,
      sketch: sketchText(splitSource(source).body),
      shownAs: JSON.stringify([page.address, title, date, draft, unlisted]),
    };
    onReplace(pages.get(page.file), entry);
    pages.set(page.file, entry);
    version += 1;
  }

  function toPageLink(page: ReadablePage, { address, line }: Reference): PageLink | undefined {
    if (address.startsWith('#'))
      return { address, line, target: page.address, fragment: decode(address.slice(1)) };
    if (!isContentPath(address)) return { address, line };
    const href = isContentLink(address) ? resolveLink(options, page.file, address).href : address;
    if (href === undefined) return { address, line };
    const [, path = '', hash] = /^([^?#]*)[^#]*(?:#(.*))?$/s.exec(href) ?? [];
    return {
      address,
      line,
      target: toAddress(path) ?? path,
      ...(hash && { fragment: decode(hash) }),
    };
  }

  return {
    find: (file) => pages.get(file),
    all: () => pages.values(),
    get isStarted() {
      return isStarted;
    },
    get isComplete() {
      return isComplete;
    },
    get version() {
      return version;
    },
    complete(wanted = 'full') {
      // A caller who waits hurries up the work of those before.
      pace = wanted;
      isStarted = true;
      running = running.then(fill);
      return running;
    },
  };
}

/** A copy: V8 keeps the whole text of a page for as long as a string that was cut out of it. */
function copyWithoutText({ links, pictures, ids, ownComponents, warnings }: ParsedBody) {
  return structuredClone({ links, pictures, ids, ownComponents, warnings });
}

/** The pages that the frontmatter names are links too. */
function toRelatedLinks({ metadata }: ReadablePage, source: string): Reference[] {
  const lines = metadata.related ? source.split('\n') : [];
  const first = lines.findIndex((line) => /^related\s*[:=]/.test(line));
  return (metadata.related ?? []).map((name) => ({
    address: toWikiName(name),
    line:
      1 +
      Math.max(
        0,
        first,
        lines.findIndex((line, index) => index >= first && line.includes(name)),
      ),
  }));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
