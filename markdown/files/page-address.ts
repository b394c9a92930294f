/**
 * From names on disk to addresses on the site: `posts/2.guide/1.start.md` is `/posts/guide/start`.
 * Paths returned by this module are decoded and in Unicode's composed form (NFC); `toAddress` converts
 * a requested path to that form.
 */

/** One file or folder name, taken apart. */
export interface NameParts {
  slug: string;
  /** Sorts siblings: names with a number first, by number, then by name, digits counted as numbers (2 before 10). */
  sortKey: string;
  /** The name as words, for a page that has no title: `my-first_trip` is `My first trip`. */
  words: string;
}

/** `1.` or `12. ` before a name, or one to three digits and a dash. Four digits and a dash are a year, not an order. */
const ORDER_PREFIX = /^(?:(\d{1,9})\.\s*|(\d{1,3})-)(?=.)/u;
/** Everything that would need escaping in a path, or that a reader could not type. Letters of any script stay. */
const NOT_IN_A_SLUG = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\-_.~]+/gu;
/** What most names are: nothing in them has to be changed. */
const PLAIN_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const UNORDERED = '~';

export function parseName(name: string): NameParts {
  const composed = name.normalize('NFC');
  const prefix = ORDER_PREFIX.exec(composed);
  const rest = prefix ? composed.slice(prefix[0].length) : composed;
  const slug = PLAIN_SLUG.test(rest) ? rest : toSlug(rest);
  const order = prefix ? padDigits(prefix[1] ?? prefix[2] ?? '') : UNORDERED;
  const plain = rest.replace(/[-_\s]+/gu, ' ').trim();
  return {
    slug,
    sortKey: `${order} ${padDigits(slug)}`,
    words: plain.charAt(0).toUpperCase() + plain.slice(1),
  };
}

/** Text as a part of an address: lower case, with dashes for spaces. */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/gu, '-')
    .replace(NOT_IN_A_SLUG, '')
    .replace(/-{2,}/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}

/** The beginning of all addresses in a language: `/pt-br` for `pt-BR`. */
export function toPrefix(language: string): string {
  return `/${language.toLowerCase()}`;
}

function padDigits(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}

/** The name of a Markdown file without its endings, and whether it says that it is a draft. */
export function parseFileName(name: string): { stem: string; draft: boolean } {
  const stem = withoutEnding(name);
  return stem.endsWith('.draft')
    ? { stem: stem.slice(0, -'.draft'.length), draft: true }
    : { stem, draft: false };
}

/** `_index.md` is what Hugo calls the page of a folder. */
const HUGO_INDEX = /^_index\.mdx?$/;

/** A file or folder that belongs to the site: names that begin with `.` or `_` are private to the author. */
export function isPublicName(name: string): boolean {
  if (name.startsWith('_')) return HUGO_INDEX.test(name);
  return name.length > 0 && !name.startsWith('.');
}

const ENDING = /(?<=.)\.mdx?$/;

export function isMarkdownName(name: string): boolean {
  return ENDING.test(name);
}

/** A name without `.md` or `.mdx`. */
export function withoutEnding(name: string): string {
  return name.replace(ENDING, '');
}

/** The page of a folder: `index.md`, or `_index.md`. */
export function isIndexSlug(slug: string): boolean {
  return slug === 'index' || slug === '_index';
}

/** The address of a name inside a folder. Undefined: the folder or the name has no letter or digit to make one of. */
export function toAddressIn(folder: string | undefined, slug: string): string | undefined {
  if (folder === undefined || slug === '') return undefined;
  return folder === '/' ? `/${slug}` : `${folder}/${slug}`;
}

/** The address that a file, given relative to the content folder, has or would have. */
export function toPageAddress(file: string): string | undefined {
  const names = file.split('/');
  const fileName = names.pop() ?? '';
  let folder: string | undefined = '/';
  for (const name of names) folder = toAddressIn(folder, parseName(name).slug);
  const { slug } = parseName(isMarkdownName(fileName) ? parseFileName(fileName).stem : fileName);
  return isIndexSlug(slug) ? folder : toAddressIn(folder, slug);
}

/** Written in one way only: nothing in it can be encoded, composed or a slash too many. */
const PLAIN_ADDRESS = /^(?:\/[\w.~-]+)+$/;

/** A requested path, percent-encoded or not, in the form this module uses. Undefined if it cannot be one. */
export function toAddress(path: string): string | undefined {
  if (path.length <= 2000 && PLAIN_ADDRESS.test(path)) return path;
  if (!path.startsWith('/') || path.length > 2000) return undefined;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  // A slash that was hidden by encoding would move the borders between segments.
  if (decoded.split('/').length !== path.split('/').length) return undefined;
  const trimmed = decoded.length > 1 && decoded.endsWith('/') ? decoded.slice(0, -1) : decoded;
  return trimmed.normalize('NFC');
}
