import type { FolderSettings } from '../frontmatter/frontmatter-schema.ts';
import type { PageFacts } from '../frontmatter/parse-page-facts.ts';
import type { FileStamp } from './read-file-head.ts';

/** A Markdown file of the content folder. Paths are relative to that folder and use `/`. */
export interface PageFile {
  file: string;
  folder: ContentFolder;
  /** Undefined when the name has no letter or digit to make an address of. */
  address: string | undefined;
  isIndex: boolean;
  sortKey: string;
  nameWords: string;
  /** The name ends in `.draft.md`. */
  draftName: boolean;
  stamp?: FileStamp;
  /** From the last version that was in order. */
  facts?: PageFacts;
  /** What is wrong with the file as it is now. */
  problem?: string;
  /** The broken file speaks of being a draft or of a later day: its problem is for the log, not for visitors. */
  secret?: boolean;
  /** Hash of the bytes on disk, once somebody has read them. */
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
  sortKey: string;
  nameWords: string;
  settings: FolderSettings;
  /** What is wrong with its `.navigation.yml`. */
  problem?: string;
  pages: Map<string, PageFile>;
  folders: Map<string, ContentFolder>;
}

/** What a saved, added or deleted file changes for visitors. */
export type VisibleChange = 'all' | Set<string>;

/** True for a page that visitors can see at this moment. */
export function isPublished(
  page: PageFile,
  now: number,
): page is PageFile & { facts: PageFacts; address: string } {
  const { facts } = page;
  if (!facts || page.address === undefined || page.draftName || facts.draft) return false;
  return facts.publishAt === undefined || facts.publishAt <= now;
}

/** True for a broken file of which no good version is known: its address shows what is wrong. */
export function isShownAsProblem(page: PageFile): page is PageFile & { problem: string; address: string } {
  return (
    page.problem !== undefined && page.address !== undefined && !page.facts && !page.draftName && !page.secret
  );
}

/** Every page below a folder. */
export function* allPages(folder: ContentFolder): Generator<PageFile> {
  yield* folder.pages.values();
  for (const inner of folder.folders.values()) yield* allPages(inner);
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
  return one && other ? new Set([...one, ...other]) : (one ?? other);
}
