import { posix } from 'node:path';
import { type ContentFolder, findFolder, splitPath } from '../files/content-files.ts';
import { isMarkdownName, toPageAddress } from '../files/page-address.ts';

export interface ResolvedLink {
  /** Percent-encoded, with the query and fragment that the link has. */
  href: string;
  /** The Markdown file it names does not exist. */
  isMissing: boolean;
}

/** A relative link as an address: `../2.guide/1.start.md#part`, written in `posts/notes/a.md`, is `/posts/guide/start#part`. */
export function resolveLink(root: ContentFolder, from: string, link: string): ResolvedLink {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link) ?? [];
  const target = toContentPath(from, path).replace(/\/$/, '');
  const { folder, name } = splitPath(target);
  const page = findFolder(root, folder)?.pages.get(name);
  const address = page?.address ?? toPageAddress(target) ?? '/';
  return { href: encodeURI(address) + rest, isMissing: isMarkdownName(name) && !page };
}

/** A path relative to a file, or from the content folder if it begins with `/`. It cannot lead out of that folder. */
export function toContentPath(from: string, path: string): string {
  const start = path.startsWith('/') ? '/' : posix.join('/', splitPath(from).folder);
  return posix.join(start, decode(path)).slice(1);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
