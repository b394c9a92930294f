/** llms.txt, the table of contents for language models, and llms-full.txt with all texts. */
import type { NamedPage } from '../site-tree/site-view.ts';
import type { VisiblePages } from '../site-tree/visible-pages.ts';
import { toPageMarkdown } from './page-markdown.ts';
import { isIndexed } from './sitemap.ts';

export interface LlmsOptions {
  /** Those that strangers may know of. */
  pages: VisiblePages;
  site: { title: string; description: string };
  toUrl(path: string): string;
}

const MAX_BYTES = 50_000;
const MAX_FULL_BYTES = 5_000_000;
/** Room for the line that says what was left out. */
const RESERVED = 200;

/** Pages that are listed and may be indexed, newest first, then those without a date. */
function listPages(pages: VisiblePages): NamedPage[] {
  return pages
    .pages()
    .filter((page) => page.listed && isIndexed(page))
    .sort(({ date: one = '' }, { date: other = '' }) => (one < other ? 1 : one > other ? -1 : 0));
}

/** The pages by folder, each as a link to its Markdown. What the budget has no room for is counted. */
export function writeLlmsText(options: LlmsOptions): string {
  const { pages, site } = options;
  const sections = new Map<string, string>();
  const start = `# ${site.title}\n\n> ${site.description}\n`;
  let bytes = Buffer.byteLength(start) + RESERVED;
  let left = 0;
  for (const page of listPages(pages)) {
    const folder = topFolder(page.path);
    const heading = sections.get(folder) ?? (left === 0 ? `\n## ${titleOf(pages, folder)}\n\n` : undefined);
    const line = writeLine(options, page);
    const size =
      Buffer.byteLength(line) + (heading && !sections.has(folder) ? Buffer.byteLength(heading) : 0);
    // Once a page had no room, no older folder is begun.
    if (heading === undefined || bytes + size > MAX_BYTES) {
      left += 1;
      continue;
    }
    bytes += size;
    sections.set(folder, heading + line);
  }
  const omitted = left === 0 ? '' : `\n${left} more pages are in ${options.toUrl('/sitemap.xml')}\n`;
  return start + [...sections.values()].join('') + omitted;
}

function writeLine(options: LlmsOptions, page: NamedPage): string {
  const title = toLine(page.title).replace(/[[\]]/g, '\\$&');
  return `- [${title}](${toMarkdownUrl(options, page.path)})${describe(page)}\n`;
}

/** The texts of the same pages, one after the other, as long as they fit. */
export async function* writeLlmsFullText(options: LlmsOptions): AsyncGenerator<string> {
  const { pages, site } = options;
  const start = `# ${site.title}\n\n> ${site.description}\n`;
  yield start;
  let bytes = Buffer.byteLength(start) + RESERVED;
  let left = 0;
  for (const { path } of listPages(pages)) {
    const source = left === 0 ? await pages.readSource(path) : undefined;
    const text = source ? `\n${toPageMarkdown(source, options.toUrl(path))}` : '';
    if (left > 0 || bytes + Buffer.byteLength(text) > MAX_FULL_BYTES) {
      left += 1;
      continue;
    }
    bytes += Buffer.byteLength(text);
    yield text;
  }
  if (left > 0) yield `\n${left} more pages are in ${options.toUrl('/sitemap.xml')}\n`;
}

/** `/posts/guide` for a page of the guide, and `/` for a page in no folder. */
function topFolder(path: string): string {
  const [, first = '', second = '', third] = path.split('/');
  if (first === 'posts' && third !== undefined) return `/posts/${second}`;
  return second === '' ? '/' : `/${first}`;
}

function titleOf(pages: VisiblePages, folder: string): string {
  return folder === '/' ? 'Pages' : (pages.list(folder, { page: 1, size: 1 })?.title ?? folder.slice(1));
}

/** The address of a page's Markdown. */
function toMarkdownUrl({ toUrl }: LlmsOptions, path: string): string {
  return `${toUrl(path === '/' ? '/index' : path)}.md`;
}

function describe({ description }: NamedPage): string {
  return description === undefined ? '' : `: ${toLine(description)}`;
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
