import { readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ContentLog } from '../log.ts';
import {
  allPages,
  type ContentFolder,
  changeByState,
  changeOf,
  findFolder,
  isPublished,
  isShownAsProblem,
  joinPath,
  mergeChanges,
  noChange,
  type PageFile,
  splitPath,
  type VisibleChange,
} from './content-files.ts';
import { applyFolderSettings, FOLDER_SETTINGS, readFolderSettings } from './folder-settings.ts';
import { createFollowLink } from './follow-links.ts';
import {
  isIndexSlug,
  isMarkdownName,
  isPublicName,
  parseFileName,
  parseName,
  toAddressIn,
} from './page-address.ts';
import type { PageFileReader } from './read-page-file.ts';

export interface ContentTreeOptions {
  /** The content folder, absolute. */
  base: string;
  reader: PageFileReader;
  log: ContentLog;
  now: () => Date;
  /** Prefixes of further languages: `/de`. */
  prefixes?: readonly string[] | undefined;
  /** Called for each folder before it is read, so that nothing saved in between is missed. */
  onFolder: (folder: string) => void;
  onFolderGone: (folder: string) => void;
  onPageFound?: (page: PageFile) => void;
  onPageGone?: (page: PageFile) => void;
}

export interface ContentTree {
  readonly root: ContentFolder;
  /** Reads one path again, a file or a folder with all that is in it, and returns what that changes for visitors. */
  refresh(path: string): Promise<VisibleChange | undefined>;
}

type Change = VisibleChange | undefined;
type YieldToEventLoop = () => Promise<void>;

/** The content folder in memory: its folders, and the head of each page. Empty until `refresh('')` has read it. */
export function createContentTree(options: ContentTreeOptions): ContentTree {
  const { base, reader, log, now, prefixes = [] } = options;
  const realBase = realpathSync(base);
  const root = createFolder(undefined, '', realBase, prefixes);
  const followLink = createFollowLink(realBase, log);

  async function scanFolder(folder: ContentFolder, yieldToEventLoop: YieldToEventLoop): Promise<Change> {
    options.onFolder(folder.folder);
    const found = new Set<string>();
    let change: Change;
    for (const entry of readEntries(folder)) {
      if (!isPublicName(entry.name) && entry.name !== FOLDER_SETTINGS) continue;
      found.add(entry.name);
      if (entry.isFile()) change = mergeChanges(change, refreshFile(folder, entry.name));
      else change = mergeChanges(change, await refreshOther(folder, entry.name, yieldToEventLoop));
      await yieldToEventLoop();
    }
    for (const name of [...folder.pages.keys(), ...folder.folders.keys()]) {
      if (!found.has(name)) change = mergeChanges(change, remove(folder, name));
    }
    return found.has(FOLDER_SETTINGS) ? change : mergeChanges(change, applyFolderSettings(folder, {}));
  }

  function readEntries(folder: ContentFolder) {
    try {
      return readdirSync(join(base, folder.folder), { withFileTypes: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const file = folder.folder || '.';
      if (code !== 'ENOENT')
        log({ level: 'error', file, message: `${file} cannot be read (${code}): check its permissions` });
      return [];
    }
  }

  /** Anything that is not plainly a file. Pipes and devices are left alone: reading one could hold up everything. */
  async function refreshOther(
    folder: ContentFolder,
    name: string,
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<Change> {
    const target = followLink(folder, name);
    if (target?.stats.isDirectory()) {
      const known = folder.folders.get(name);
      const isSame = known?.real === target.real;
      const inner = isSame ? known : createFolder(folder, name, target.real, prefixes);
      const replaced = isSame ? undefined : remove(folder, name);
      folder.folders.set(name, inner);
      return mergeChanges(replaced, await scanFolder(inner, yieldToEventLoop));
    }
    const isFile = target?.stats.isFile() ?? false;
    const replaced = isFile && !folder.folders.has(name) ? undefined : remove(folder, name);
    return isFile ? mergeChanges(replaced, refreshFile(folder, name)) : replaced;
  }

  function refreshFile(folder: ContentFolder, name: string): Change {
    if (name === FOLDER_SETTINGS) return readFolderSettings(base, folder, log);
    if (!isMarkdownName(name)) return undefined;
    const known = folder.pages.get(name);
    const page = known ?? createPageFile(folder, name);
    const change = reader.read(page, base + sep + page.file);
    if (change === 'gone') return remove(folder, name);
    folder.pages.set(name, page);
    if (!known) options.onPageFound?.(page);
    return change;
  }

  function remove(folder: ContentFolder, name: string): Change {
    const page = folder.pages.get(name);
    const inner = folder.folders.get(name);
    folder.pages.delete(name);
    folder.folders.delete(name);
    if (inner) forget(inner);
    let change: Change;
    for (const gone of [...(page ? [page] : []), ...(inner ? allPages(inner) : [])]) {
      options.onPageGone?.(gone);
      if (isPublished(gone, now().getTime())) change = mergeChanges(change, changeByState(gone, false));
      else if (isShownAsProblem(gone)) change = mergeChanges(change, changeOf(gone.address));
      else if (gone.address !== undefined)
        change = mergeChanges(change, { ...noChange(), hidden: new Set([gone.address]) });
    }
    return change;
  }

  function forget(folder: ContentFolder): void {
    options.onFolderGone(folder.folder);
    for (const inner of folder.folders.values()) forget(inner);
  }

  return {
    root,
    async refresh(path) {
      const yieldToEventLoop = createEventLoopYield();
      if (path === '') return scanFolder(root, yieldToEventLoop);
      const { folder: folderPath, name } = splitPath(path);
      const folder = findFolder(root, folderPath);
      if (!folder) return undefined;
      if (name === FOLDER_SETTINGS) return readFolderSettings(base, folder, log);
      return isPublicName(name) ? refreshOther(folder, name, yieldToEventLoop) : undefined;
    },
  };
}

function createFolder(
  parent: ContentFolder | undefined,
  name: string,
  real: string,
  prefixes: readonly string[],
): ContentFolder {
  const { slug, sortKey, words } = parseName(name);
  const address = parent ? toAddressIn(parent.address, slug) : '/';
  return {
    folder: parent ? joinPath(parent.folder, name) : '',
    parent,
    real,
    address,
    prefix: parent?.prefix || (prefixes.find((prefix) => prefix === address) ?? ''),
    sortKey,
    readableName: words,
    settings: {},
    pages: new Map(),
    folders: new Map(),
  };
}

/** The page that a file is or would be, with the folders that it is in, whether or not they exist. */
export function describePageFile(root: ContentFolder, file: string, prefixes: readonly string[]): PageFile {
  const { folder: path, name } = splitPath(file);
  let folder = root;
  for (const inner of path === '' ? [] : path.split('/'))
    folder = folder.folders.get(inner) ?? createFolder(folder, inner, '', prefixes);
  return folder.pages.get(name) ?? createPageFile(folder, name);
}

function createPageFile(folder: ContentFolder, name: string): PageFile {
  const { stem, draft } = parseFileName(name);
  const { slug, sortKey, words } = parseName(stem);
  const isIndex = isIndexSlug(slug);
  return {
    file: joinPath(folder.folder, name),
    folder,
    address: isIndex ? folder.address : toAddressIn(folder.address, slug),
    isIndex,
    sortKey,
    readableName: isIndex ? folder.readableName : words,
    draftName: draft,
  };
}

/** Yields to the event loop every 12 ms, so that requests are answered while a large folder is read. */
function createEventLoopYield(): YieldToEventLoop {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 12) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
