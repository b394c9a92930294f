import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  allPages,
  type ContentFolder,
  isPublished,
  joinPath,
  type PageFile,
  splitPath,
} from '../files/content-files.ts';
import { isPublicName, parseName, withoutEnding } from '../files/page-address.ts';
import { isPictureName } from '../pictures/picture-files.ts';

/** Finds pages and pictures by what a link of another system calls them. */
export interface PageNames {
  /** Whether a page or a folder with pages is at an address. */
  has(address: string): boolean;
  /** The published pages with this file name, or with a path that ends so: `Note`, `folder/Note`. */
  named(name: string): PageFile[];
  /** The paths of the pictures with this file name, relative to the content folder. */
  picturesNamed(name: string): string[];
  /** The addresses of pages whose links are names: what comes or goes can change where these lead. */
  readonly users: Set<string>;
  /** A file came, went or changed. */
  forget(): void;
}

/** The lists are made on first use: most sites need none of them. */
export function createPageNames(root: ContentFolder, base: string, now: () => Date): PageNames {
  let addresses: Set<string> | undefined;
  let names: Map<string, PageFile[]> | undefined;
  let pictures: Map<string, string[]> | undefined;
  const published = () => allPages(root).filter((page) => isPublished(page, now().getTime()));

  return {
    has(address) {
      addresses ??= new Set(published().flatMap((page) => [page.address ?? '', ...foldersOf(page)]));
      return addresses.has(address);
    },
    named(name) {
      names ??= group(published(), ({ file }) => splitPath(toLinkName(file)).name);
      const path = toLinkName(name);
      const found = names.get(splitPath(path).name) ?? [];
      return found.filter(({ file }) => `/${toLinkName(file)}`.endsWith(`/${path}`));
    },
    picturesNamed(name) {
      pictures ??= group(findPictures(root, base), (path) => splitPath(path).name.toLowerCase());
      const path = name.toLowerCase();
      const found = pictures.get(splitPath(path).name) ?? [];
      return found.filter((picture) => `/${picture.toLowerCase()}`.endsWith(`/${path}`));
    },
    users: new Set(),
    forget() {
      addresses = undefined;
      names = undefined;
      pictures = undefined;
    },
  };
}

function foldersOf(page: PageFile): string[] {
  const found: string[] = [];
  for (let folder: ContentFolder | undefined = page.folder; folder; folder = folder.parent)
    if (folder.address !== undefined && folder.address !== '/') found.push(folder.address);
  return found;
}

/** `2.Guide/1.First steps.md` and `guide/first steps` are one name. */
function toLinkName(path: string): string {
  const parts = path.split('/').map((part) => parseName(part).words.toLowerCase());
  parts[parts.length - 1] = parseName(withoutEnding(splitPath(path).name)).words.toLowerCase();
  return parts.join('/');
}

function findPictures(folder: ContentFolder, base: string): string[] {
  const found: string[] = [];
  for (const { name } of readdirSync(join(base, folder.folder), { withFileTypes: true }))
    if (isPublicName(name) && isPictureName(name)) found.push(joinPath(folder.folder, name));
  for (const inner of folder.folders.values()) found.push(...findPictures(inner, base));
  return found;
}

function group<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
