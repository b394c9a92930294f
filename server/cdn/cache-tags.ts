/** The names under which a CDN keeps responses, so that it can be told which of them have changed. All paths are decoded. */
import { hash } from 'node:crypto';

/** Every cached response has it. */
export const siteTag = 'site';
/** A response may have 16: a page has at most this many folders above it that are tagged. */
const maxFolders = 10;

/** Lower-case digits: some services do not tell cases apart. */
function toTag(kind: string, name: string): string {
  return `${kind}:${hash('sha256', name, 'hex').slice(0, 12)}`;
}

/** What is at a path: a page or list, its payload and its Markdown. Tags and authors have a letter of their own. */
export function tagOfPage(path: string): string {
  return toTag(isTagOrAuthor(path) ? 't' : 'p', path);
}

/** The list of a tag or an author, to which pages belong by their words and not by their place. */
export function isTagOrAuthor(path: string): boolean {
  return /^(?:\/[^/]+)?\/(?:tags|authors)(?:\/|$)/.test(path);
}

/** What shows the texts of the pages in a list: its feeds. For `/` also the sitemap and llms.txt. */
export function tagOfList(path: string): string {
  return toTag('l', path);
}

/** All pages below a folder, each of which names the folder. Undefined: the folder is so deep that its pages do not have this tag. */
export function tagBelow(folder: string): string | undefined {
  return depthOf(folder) < maxFolders ? toTag('n', folder) : undefined;
}

/** The pictures of a page. */
export function tagOfPictures(page: string): string {
  return toTag('i', page);
}

export function tagOfBuild(id: string): string {
  return `build:${id.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`;
}

/** `/posts/guide/a` → `/`, `/posts`, `/posts/guide`. */
export function foldersAbove(path: string): string[] {
  if (path === '/') return [];
  const parts = path.split('/').slice(1, -1);
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
}

/** That of `/` is 0. */
function depthOf(folder: string): number {
  return folder === '/' ? 0 : folder.split('/').length - 1;
}
