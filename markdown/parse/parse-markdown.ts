import type { Frontmatter } from '../frontmatter/frontmatter-schema.ts';
import { USER_PREFIX } from './allowed-html.ts';
import { addBlocks } from './block-tokens.ts';
import { configureMarkdownIt } from './configure-markdown-it.ts';
import { toReadingMinutes } from './count-words.ts';
import { createHeadingIds } from './heading-ids.ts';
import { createToolLoader } from './load-tools.ts';
import type { ParseContext, ParsedBody } from './parse-context.ts';
import { joinFragments } from './references.ts';
import { TreeBuilder } from './tree-builder.ts';

export interface MarkdownSource {
  markdown: string;
  /** The line of the file on which the Markdown begins. */
  firstLine: number;
  /** The page's title: in the frontmatter, or the first heading as it is written. Called when a heading could be it. */
  title: () => { text?: NonNullable<Frontmatter['title']>; source?: string };
}

export type ParseMarkdown = (source: MarkdownSource) => Promise<ParsedBody>;

/** Turns Markdown into a tree of allowed elements and components. The parser is made once and used for every page. */
export function createMarkdownParser(): ParseMarkdown {
  const markdownIt = configureMarkdownIt();
  const loadTools = createToolLoader();

  return async function parseMarkdown({ markdown, firstLine, title }) {
    const tokens = markdownIt.parse(markdown, {});
    const context: ParseContext = {
      tree: new TreeBuilder(),
      tools: await loadTools(tokens),
      line: firstLine,
      firstLine,
      title,
      ids: createHeadingIds(),
      toc: [],
      count: { prose: 0, code: 0 },
      pictures: [],
      links: [],
      warnings: [],
      fragments: [],
      userIds: new Set(),
      diagrams: 0,
      warn(message) {
        context.warnings.push({ line: context.line, message });
      },
    };
    addBlocks(tokens, context);
    joinFragments(context, USER_PREFIX);
    const { toc, count, pictures, links, warnings } = context;
    return {
      body: context.tree.finish(),
      toc,
      words: count.prose + count.code,
      readingMinutes: toReadingMinutes(count),
      pictures,
      links,
      warnings,
    };
  };
}
