/** The types that this module returns to the others. They go to the browser as JSON inside a payload, so they are compact. */
import type { PageMetadata } from './frontmatter/parse-metadata.ts';

/** The text of a page as HTML that is safe to set as it is, with the components in it that need React. */
export interface ArticleBody {
  /** The island with the index 0 is an element `<div data-island="0"></div>`, or a `span` in a line of text. */
  html: string;
  islands: Island[];
}

/** An interactive component inside the text: a React component of `app/components/prose/islands.ts`, hydrated on its own. */
export interface Island {
  component: string;
  props: Record<string, string | number | boolean>;
  /** It stands in a line of text. */
  isInline?: true;
  /** What the author wrote inside the component. */
  children?: ArticleBody;
}

/** One entry of an article's table of contents. */
export interface TocEntry {
  id: string;
  text: string;
  /** 2 or 3: deeper headings are not listed. */
  depth: number;
}

/** What a list, a neighbor link or a breadcrumb needs to know about a page: from its frontmatter alone. */
export interface PageSummary {
  path: string;
  title: string;
  description?: string;
  /** ISO day, `2026-11-15`. */
  date?: string;
  tags: TagLink[];
}

/** A page that the visitor of a path without a page may have meant. */
export type NearPage = Pick<PageSummary, 'path' | 'title'>;

export interface TagLink {
  title: string;
  /** Undefined for a tag without a letter or digit, which has no page. */
  path?: string;
}

/** A page read in full. */
export interface Article extends PageSummary {
  /** ISO day: `updated` of the frontmatter, else the day the file was last saved. */
  updated: string;
  /** At least 1. */
  readingMinutes: number;
  words: number;
  toc: TocEntry[];
  body: ArticleBody;
  image?: PictureFile & { alt: string };
  /** Head fields of the frontmatter. */
  head: { title?: string; description?: string; robots?: string };
  /** Where a repost was published first. */
  canonical?: string;
  /** The direction of its text, where it is not that of the site. */
  dir?: 'ltr' | 'rtl';
  /** Whether the number of views is shown on the page; left out, the site's setting decides. */
  showViews?: boolean;
}

/** A page as its author wrote it. */
export interface PageSource {
  /** Without the frontmatter. */
  markdown: string;
  metadata: PageMetadata;
  updated: string;
  /** Where the relative links and pictures of the text lead: addresses of the site. */
  addresses: ReadonlyMap<string, string>;
}

/** A picture beside a page. */
export interface PictureFile {
  /** `/pictures/<hash>/<name>`: the address changes with the bytes, so it can be cached forever. */
  src: string;
  width?: number;
  height?: number;
}

/** A node of the navigation: a page, a folder, or a folder that also has a page (its index). */
export interface NavigationNode {
  title: string;
  path: string;
  /** False for a folder without an index page; its path then shows a list of what is in it. */
  page: boolean;
  children?: NavigationNode[];
}

/**
 * The part of the navigation beside one page. Bounded, so that a page does not grow with the site:
 * the neighbors of the page in its folder, and its parent folders.
 */
export interface LocalNavigation {
  /** From the top folder (`/posts`) down to the folder the page is in. */
  trail: { title: string; path: string }[];
  siblings: { title: string; path: string; folder?: true; current?: true }[];
  /** Siblings were left out. Not how many: a new page would change every page of its folder. */
  more?: true;
}

/** A folder's list, newest first where there are dates, else in navigation order. */
export interface PageList {
  title: string;
  path: string;
  description?: string;
  folders: { title: string; path: string; count: number }[];
  pages: PageSummary[];
  /** 1-based. */
  page: number;
  pageCount: number;
  total: number;
  /** The further pages have paths: `/posts/page/2`, not `/posts?page=2`. */
  inPaths?: true;
}

/** A tag with the number of its pages. */
export interface TagSummary {
  title: string;
  path: string;
  count: number;
}

/** The articles of a year, with those of each month from January on. */
export interface ArchiveYear {
  year: string;
  path: string;
  count: number;
  months: { path: string; count: number }[];
}

export interface Author {
  name: string;
  path: string;
  description?: string;
  /** The address of a picture. */
  picture?: string;
  links: { title: string; url: string }[];
}

/** The pages that were written as one work, in order. */
export interface Series {
  title: string;
  parts: { title: string; path: string; current?: true }[];
}

export interface Neighbours {
  previous?: { title: string; path: string };
  next?: { title: string; path: string };
}
