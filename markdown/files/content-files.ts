import type { Fault } from '../frontmatter/fault.ts';
import type { FolderSettings } from '../frontmatter/frontmatter-schema.ts';
import type { PageMetadata } from '../frontmatter/parse-metadata.ts';
import type { FileStamp } from './read-file-head.ts';

/** A Markdown file of the content folder. Paths are relative to that folder and use `/`. */
export interface PageFile {
  file: string;
  folder: ContentFolder;
  /** Undefined when the name has no letter or digit to make an address of. */
  address: string | undefined;
  isIndex: boolean;
  sortKey: string;
  readableName: string;
  /** The name ends in `.draft.md`. */
  draftName: boolean;
  stamp?: FileStamp;
  /** ISO day of the last commit, while the file is committed to git as it is. */
  committed?: string;
  /** From the last valid version. */
  metadata?: PageMetadata;
  /** Why the file as it is now is not shown: it cannot be read, or its last good version is shown instead. */
  problem?: string;
  /** What is wrong with its frontmatter; the page is shown without it. */
  faults?: Fault[];
  /** What is wrong with its text, once that has been read. */
  bodyFaults?: Fault[];
  /** What is known of the file as it is now, while its last good version is shown. */
  fallback?: PageMetadata;
  /** Hash of the bytes on disk, once they have been read. */
  hash?: string;
  /** Hash of the last version that was rendered: what is shown while the file is broken. */
  goodHash?: string;
}

export interface ContentFolder {
  /** `''` is the content folder itself. */
  folder: string;
  parent: ContentFolder | undefined;
  /** Where it really is, links followed. */
  real: string;
  address: string | undefined;
  /** `/de` for the folder of a further language and everything in it, else `''`. Lists never mix languages. */
  prefix: string;
  sortKey: string;
  readableName: string;
  settings: FolderSettings;
  /** What is wrong with its `.navigation.yml`. */
  problem?: string;
  pages: Map<string, PageFile>;
  folders: Map<string, ContentFolder>;
}

/** What a saved, added or deleted file changes for visitors; `'all'` when pages came, went or changed their place. */
export type VisibleChange = 'all' | PagesChange;

export interface PagesChange {
  /** The addresses of the pages that changed. */
  pages: Set<string>;
  /** Those of which other pages show something that changed too: a title, a date, a tag. */
  mentioned: Set<string>;
  /** Pages that visitors can see now and could not before. */
  came: ReadablePage[];
  /** Pages that visitors cannot see any more. */
  gone: ReadablePage[];
  /** The addresses of drafts, scheduled and expired pages that changed: of these only owners know. */
  hidden: Set<string>;
}

/** Only the page itself is different: its text, or what is wrong with its file. */
export function changeOf(address: string, more: Partial<PagesChange> = {}): PagesChange {
  return { ...noChange(), pages: new Set([address]), ...more };
}

export function noChange(): PagesChange {
  return { pages: new Set(), mentioned: new Set(), came: [], gone: [], hidden: new Set() };
}

/** The change when a page is published or taken back. */
export function changeByState(page: ReadablePage, isHere: boolean): PagesChange {
  return changeOf(page.address, isHere ? { came: [page] } : { gone: [page] });
}

/** A page that can be read: its file was valid once, and its name makes an address. */
export type ReadablePage = PageFile & { metadata: PageMetadata; address: string };

/** Who is asking: a stranger, a signed-in reader, or an owner of the site. */
export const audiences = ['public', 'reader', 'owner'] as const;
export type Audience = (typeof audiences)[number];

/** Whether a page is open to visitors who are not signed in, by its address. */
export type IsOpen = (path: string) => boolean;

export type PageState = 'published' | 'draft' | 'scheduled' | 'expired';

export function isReadable(page: PageFile): page is ReadablePage {
  return page.metadata !== undefined && page.address !== undefined;
}

export function stateOf(
  { metadata, draftName }: Pick<ReadablePage, 'metadata' | 'draftName'>,
  now: number,
): PageState {
  if (draftName || metadata.draft) return 'draft';
  if (metadata.publishAt !== undefined && metadata.publishAt > now) return 'scheduled';
  return metadata.expires !== undefined && metadata.expires <= now ? 'expired' : 'published';
}

/** True for a page that visitors can see at this moment. */
export function isPublished(page: PageFile, now: number): page is ReadablePage {
  return isReadable(page) && stateOf(page, now) === 'published';
}

/** True for a file that cannot be read and of which no good version is known. */
export function isShownAsProblem(page: PageFile): page is PageFile & { problem: string; address: string } {
  return page.problem !== undefined && page.address !== undefined && !page.metadata && !page.draftName;
}

/** Every page below a folder. */
export function allPages(folder: ContentFolder, found: PageFile[] = []): PageFile[] {
  for (const page of folder.pages.values()) found.push(page);
  for (const inner of folder.folders.values()) allPages(inner, found);
  return found;
}

/** A folder and every folder below it. */
export function allFolders(folder: ContentFolder): ContentFolder[] {
  return [folder, ...[...folder.folders.values()].flatMap(allFolders)];
}

/** A folder by its path, e.g. `posts/2.guide`. */
export function findFolder(root: ContentFolder, path: string): ContentFolder | undefined {
  let folder: ContentFolder | undefined = root;
  if (path === '') return root;
  for (const name of path.split('/')) folder = folder?.folders.get(name);
  return folder;
}

export function splitPath(path: string): { folder: string; name: string } {
  const cut = path.lastIndexOf('/');
  return { folder: cut < 0 ? '' : path.slice(0, cut), name: path.slice(cut + 1) };
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

export function mergeChanges(
  one: VisibleChange | undefined,
  other: VisibleChange | undefined,
): VisibleChange | undefined {
  if (one === 'all' || other === 'all') return 'all';
  if (!one || !other) return one ?? other;
  return {
    pages: mergeSets(one.pages, other.pages),
    mentioned: mergeSets(one.mentioned, other.mentioned),
    came: [...one.came, ...other.came],
    gone: [...one.gone, ...other.gone],
    hidden: mergeSets(one.hidden, other.hidden),
  };
}

/** The smaller set is added to the larger one: thousands of files may have been saved together. */
function mergeSets(one: Set<string>, other: Set<string>): Set<string> {
  const [most, fewest] = one.size < other.size ? [other, one] : [one, other];
  for (const entry of fewest) most.add(entry);
  return most;
}
