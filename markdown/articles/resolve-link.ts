import { posix } from 'node:path';
import { type ContentFolder, findFolder, splitPath } from '../files/content-files.ts';
import { isMarkdownName, toPageAddress } from '../files/page-address.ts';
import { toHeadingSlug } from '../parse/heading-ids.ts';
import type { PageNames } from './page-names.ts';

export interface ResolvedLink {
  /** Percent-encoded, with the query and fragment that the link has. Undefined: it leads nowhere. */
  href: string | undefined;
  /** Why it leads to nothing. */
  fault?: string;
}

export interface LinkTargets {
  root: ContentFolder;
  names: PageNames;
}

const FILE_ENDING = /\.(?:mdx?|html?)$/;

/** A relative link as an address: `../2.guide/1.start.md#part`, written in `posts/notes/a.md`, is `/posts/guide/start#part`. */
export function resolveLink({ root, names }: LinkTargets, from: string, link: string): ResolvedLink {
  const wiki = parseWikiName(link);
  if (wiki) return resolveName(names, from, wiki);
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link) ?? [];
  const target = toContentPath(from, path).replace(/\/$/, '');
  const { folder, name } = splitPath(target);
  const page = findFolder(root, folder)?.pages.get(name);
  if (page || !FILE_ENDING.test(name)) {
    return { href: encodeURI(page?.address ?? toPageAddress(target) ?? '/') + rest };
  }
  // `intro.md` of the file `1.intro.md`, and `intro.html` of an earlier site.
  const address = toPageAddress(target.replace(FILE_ENDING, '')) ?? '/';
  const isFound = names.has(address);
  if (!isFound && !isMarkdownName(name)) return { href: encodeURI(`/${target}`) + rest };
  const fault = isFound ? {} : { fault: `The link ${link} leads to a file that is not there` };
  return { href: encodeURI(address) + rest, ...fault };
}

interface WikiName {
  name: string;
  heading: string;
}

/** The target of `[[folder/Note#Heading]]`. Undefined: the address is of another kind. */
export function parseWikiName(address: string): WikiName | undefined {
  const [, name, heading = ''] = /^\[\[([^#]*)(#.*)?\]\]$/s.exec(address) ?? [];
  return name === undefined ? undefined : { name, heading };
}

/** The same kind of address, for a name that is not in the text. */
export function toWikiName(name: string): string {
  return `[[${name}]]`;
}

/** As Obsidian does: the path from the content folder or from the page, else the one file with this name. */
function resolveName(names: PageNames, from: string, { name, heading }: WikiName): ResolvedLink {
  const id = /#([^#^]+)$/.exec(heading)?.[1];
  const fragment = id ? `#${encodeURIComponent(toHeadingSlug(id))}` : '';
  const direct = [`/${name}`, name]
    .map((path) => toPageAddress(toContentPath(from, path).replace(/\/$/, '').replace(FILE_ENDING, '')))
    .find((address) => address !== undefined && names.has(address));
  if (direct !== undefined) return { href: encodeURI(direct) + fragment };
  const found = names.named(name);
  const [only] = found;
  if (only?.address !== undefined && found.length === 1) return { href: encodeURI(only.address) + fragment };
  const files = found.map(({ file }) => file).join(', ');
  const fault =
    found.length > 1
      ? `[[${name}]] could be any of ${files}: write its path`
      : `[[${name}]] leads to no page: write the name of a file`;
  return { href: undefined, fault };
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
