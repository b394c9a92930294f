import type { Token } from 'markdown-it';
import type { TocEntry } from '../document.ts';
import type { WordCount } from './count-words.ts';
import type { HeadingIds } from './heading-ids.ts';
import type { TreeAttributes, TreeElement, TreeNode } from './tree.ts';
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
 * A page's body, ready to be cached. It depends on nothing but the bytes of the file: relative pictures and links are
 * still relative in it, and become addresses when the page is read.
 */
export interface ParsedBody {
  body: TreeNode[];
  toc: TocEntry[];
  words: number;
  readingMinutes: number;
  pictures: Reference[];
  /** Every link, also to other sites and to parts of the same page. */
  links: Reference[];
  /** What a link to a part of this page can name: headings, and ids that the author gave. */
  ids: string[];
  /** The files of the owner's own components, without `.tsx`. */
  ownComponents: Reference[];
  warnings: Warning[];
}

/** What the parts that turn tokens into a tree share while one page is made. */
export interface ParseContext {
  tree: TreeBuilder;
  tools: Tools;
  /** The line of the file that is being rendered. */
  line: number;
  /** The line of the file on which the body begins. */
  firstLine: number;
  /** Shown above the body already: a first heading that says the same is left out. */
  title: () => { text?: string; source?: string };
  ids: HeadingIds;
  toc: TocEntry[];
  count: WordCount;
  pictures: Reference[];
  links: Reference[];
  ownComponents: Reference[];
  warnings: Warning[];
  /** Attributes of links to `#…`, and the ids that authors gave: joined when everything is known. */
  fragments: TreeAttributes[];
  userIds: Set<string>;
  diagrams: number;
  /** Where raw HTML is closed; set on first use. */
  htmlEnds?: Map<string, number>;
  /** A field of the page's frontmatter, where it is text, a number or a flag. */
  fact(name: string): string | undefined;
  warn(message: string): void;
}

/** The tokens of a page, and which of them is being handled. A handler that consumes several tokens advances it. */
export interface TokenCursor {
  tokens: Token[];
  at: number;
}

/** Libraries that are too large to be loaded for a page that does not use them. */
export interface Tools {
  highlight?: HighlightTool;
  math?: MathTool;
  diagram?: DiagramTool;
  html?: HtmlTool;
}

/** Code as lines of colored pieces. Undefined: the language is not known, or the code is too long to be worth it. */
export type HighlightTool = (code: string, language: string) => TreeNode[][] | undefined;

/** A formula as MathML, or why it cannot be shown. */
export type MathTool = (source: string, isBlock: boolean) => { math: TreeElement } | { fault: string };

/** A Mermaid diagram as an SVG tree, with the words in it. `name` makes its ids unique on the page. */
export type DiagramTool = (
  source: string,
  name: string,
) => { svg: TreeElement; words: string[] } | { fault: string };

/** Puts a piece of raw HTML into the tree: what is allowed of it. Tags may stay open, for a later piece to close. */
export type HtmlTool = (html: string, context: ParseContext) => void;
