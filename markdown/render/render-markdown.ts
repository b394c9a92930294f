import type { Frontmatter } from '../frontmatter/frontmatter-schema.ts';
import { USER_PREFIX } from './allowed-html.ts';
import { addBlocks } from './block-tokens.ts';
import { toReadingMinutes } from './count-words.ts';
import { createParser } from './create-parser.ts';
import { createHeadingIds } from './heading-ids.ts';
import { createToolLoader } from './load-tools.ts';
import { joinFragments } from './references.ts';
import type { RenderedBody, Rendering } from './rendering.ts';
import { TreeBuilder } from './tree-builder.ts';

export interface MarkdownSource {
  markdown: string;
  /** The line of the file on which the Markdown begins. */
  firstLine: number;
  /** The page's title: in the frontmatter, or the first heading as it is written. Called when a heading could be it. */
  title: () => { text?: NonNullable<Frontmatter['title']>; source?: string };
}

export type RenderMarkdown = (source: MarkdownSource) => Promise<RenderedBody>;

/** Turns Markdown into a tree of allowed elements and components. The parser is made once and used for every page. */
export function createMarkdownRenderer(): RenderMarkdown {
  const parser = createParser();
  const loadTools = createToolLoader();

  return async function renderMarkdown({ markdown, firstLine, title }) {
    const tokens = parser.parse(markdown, {});
    const rendering: Rendering = {
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
        rendering.warnings.push({ line: rendering.line, message });
      },
    };
    addBlocks(tokens, rendering);
    joinFragments(rendering, USER_PREFIX);
    const { toc, count, pictures, links, warnings } = rendering;
    return {
      body: rendering.tree.finish(),
      toc,
      words: count.prose + count.code,
      readingMinutes: toReadingMinutes(count),
      pictures,
      links,
      warnings,
    };
  };
}
