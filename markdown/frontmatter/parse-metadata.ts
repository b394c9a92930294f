import type { Fault } from './fault.ts';
import { findFirstHeading } from './find-first-heading.ts';
import { type Frontmatter, parseMoment } from './frontmatter-schema.ts';
import { broken, type ReadFrontmatter, readFrontmatter } from './read-frontmatter.ts';
import { type SplitSource, splitSource } from './split-source.ts';

/** What is known about a page before its body is read. */
export interface PageMetadata {
  title: string;
  /** The title in navigation, where it differs. */
  navigationTitle?: string;
  description?: string;
  date?: string;
  updated?: string;
  tags: string[];
  series?: string;
  part?: number;
  authors: string[];
  image?: { src: string; alt: string };
  draft: boolean;
  /** Milliseconds: before this moment the page is not there. */
  publishAt?: number;
  /** Milliseconds: from this moment on the page is gone. */
  expires?: number;
  /** Reached by its address only: no list, search result or feed names it. */
  unlisted: boolean;
  /** Where a repost was published first. */
  canonical?: string;
  /** The address of the page that it translates. */
  translationOf?: string;
  redirectFrom: string[];
  /** False: the page does not say which pages link to it. */
  backlinks: boolean;
  /** The pages to read next, as they are written. Left out, they are found by what the page is about. */
  related?: string[];
  /** False: the page has no link to its source. */
  edit: boolean;
  /** False: left out of navigation, lists and neighbors. */
  listed: boolean;
  dir?: 'ltr' | 'rtl';
  /** Left out, the site's setting decides. */
  showViews?: boolean;
  head: { title?: string; description?: string; robots?: string };
  /** Fields that nothing here uses, as they are written. */
  extra?: Record<string, unknown>;
}

/** What could be read, and what is wrong with the rest. */
export interface ParsedMetadata {
  metadata: PageMetadata;
  faults: Fault[];
  /** The frontmatter says nothing that can be read: half written, or not YAML. */
  isBroken: boolean;
}

/** Enough of a file has been read when its frontmatter is whole and there is a title. */
export function hasWholeMetadata(text: string): boolean {
  // The last line may be cut off.
  const { head = '', body, unclosed } = splitSource(text.slice(0, text.lastIndexOf('\n') + 1));
  return !unclosed && (/^title\s*[:=]/m.test(head) || findFirstHeading(body) !== undefined);
}

/**
 * `readableName` is the file's name made readable: the title of a page that says nothing about itself. `isWhole`: the text is the whole
 * file; frontmatter that does not end in the part of a file that was read may hide the page further down.
 */
export function parsePageMetadata(text: string, readableName: string, isWhole = true): ParsedMetadata {
  const source = splitSource(text);
  const read = readHead(text, source);
  const isHidden = read.isHidden || (source.unclosed && !isWhole);
  const metadata = toMetadata(read, source, readableName);
  return {
    metadata: isHidden ? { ...metadata, draft: true } : metadata,
    faults: read.faults,
    isBroken: read.isBroken,
  };
}

function readHead(text: string, source: SplitSource): ReadFrontmatter {
  if (text.trim() === '') return broken('', { message: 'is empty: write something, or delete the file' });
  if (!source.unclosed) return readFrontmatter(source);
  const message =
    'the frontmatter that begins here has no end: add a line with --- below it (a line across the page is ***)';
  return broken(text, { line: 1, message });
}

function toMetadata(
  { fields, extra }: ReadFrontmatter,
  source: SplitSource,
  readableName: string,
): PageMetadata {
  const { description, date, updated, image, navigation } = fields;
  const publishAt = fields.publishAt === undefined ? undefined : parseMoment(fields.publishAt);
  const expires = fields.expires === undefined ? undefined : parseMoment(fields.expires);
  return {
    title: fields.title?.trim() ?? findFirstHeading(source.body)?.text ?? readableName,
    ...(typeof navigation === 'object' && { navigationTitle: navigation.title }),
    ...(description !== undefined && { description: description.trim() }),
    ...(date !== undefined && { date }),
    ...(updated !== undefined && { updated }),
    tags: fields.tags ?? [],
    ...(fields.series !== undefined && { series: fields.series.trim() }),
    ...(fields.part !== undefined && { part: fields.part }),
    authors: toList(fields.authors),
    ...(image !== undefined && {
      image: typeof image === 'string' ? { src: image, alt: '' } : { src: image.src, alt: image.alt ?? '' },
    }),
    draft: fields.draft ?? false,
    ...(publishAt !== undefined && { publishAt }),
    ...(expires !== undefined && { expires }),
    unlisted: fields.unlisted ?? false,
    redirectFrom: toList(fields.redirectFrom),
    ...(fields.canonical !== undefined && { canonical: fields.canonical }),
    ...(fields.translationOf !== undefined && { translationOf: fields.translationOf }),
    backlinks: fields.backlinks ?? true,
    ...(fields.related !== undefined && { related: toList(fields.related || []) }),
    edit: fields.edit ?? true,
    listed: navigation !== false && fields.unlisted !== true,
    ...(fields.dir !== undefined && { dir: fields.dir }),
    ...(fields.showViews !== undefined && { showViews: fields.showViews }),
    head: toHead(fields.head),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function toList(value: string | string[] | undefined): string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

function toHead(head: Frontmatter['head']): PageMetadata['head'] {
  const { title, description, robots } = head ?? {};
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(robots !== undefined && { robots }),
  };
}

/** Faults as an author reads them: `posts/a.md:4: "date" must be a day like 2026-11-15, got "tomorrow"`. */
export function describeFaults(file: string, faults: Fault[]): string {
  return faults
    .map(({ line, message }) => (line === undefined ? `${file} ${message}` : `${file}:${line}: ${message}`))
    .join('\n');
}
