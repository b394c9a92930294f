import type { Token } from 'markdown-it';
import type { TocEntry, TreeAttributes, TreeNode } from '../document.ts';
import type { WordCount } from './count-words.ts';
import type { HeadingIds } from './heading-ids.ts';
import type { Tools } from './load-tools.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** Something the page points to, with the line it is written on. */
export interface Reference {
  address: string;
  line: number;
}

/** Something the owner should know about; `line` counts from 1 in the file. */
export interface Warning {
  line: number;
  message: string;
}

/**
 * A page's body, ready to be kept. It depends on nothing but the bytes of the file: relative pictures and links are
 * still relative in it, and become addresses when the page is read.
 */
export interface RenderedBody {
  body: TreeNode[];
  toc: TocEntry[];
  words: number;
  readingMinutes: number;
  pictures: Reference[];
  links: Reference[];
  warnings: Warning[];
}

/** What the parts that turn tokens into a tree share while one page is made. */
export interface Rendering {
  tree: TreeBuilder;
  tools: Tools;
  /** The line of the file that is being rendered. */
  line: number;
  /** The line of the file on which the body begins. */
  firstLine: number;
  /** Shown above the body already: a first heading that says the same is left out. */
  title: { text?: string; source?: string };
  ids: HeadingIds;
  toc: TocEntry[];
  count: WordCount;
  pictures: Reference[];
  links: Reference[];
  warnings: Warning[];
  /** Attributes of links to `#…`, and the ids that authors gave: joined when everything is known. */
  fragments: TreeAttributes[];
  userIds: Set<string>;
  diagrams: number;
  warn(message: string): void;
}

/** The tokens of a page, and which of them is being handled. A part that uses up more than one moves on itself. */
export interface TokenCursor {
  tokens: Token[];
  at: number;
}
