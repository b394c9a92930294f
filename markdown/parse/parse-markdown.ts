import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import type { Frontmatter } from '../frontmatter/frontmatter-schema.ts';
import { isSafeLink } from '../safe-address.ts';
import { USER_PREFIX } from './allowed-html.ts';
import { addBlocks } from './block-tokens.ts';
import { toReadingMinutes } from './count-words.ts';
import { directiveBlocks } from './directive-blocks.ts';
import { directiveInline } from './directive-inline.ts';
import { createHeadingIds } from './heading-ids.ts';
import { createToolLoader } from './load-tools.ts';
import { mathSyntax } from './math-syntax.ts';
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

/** Markdown as GitHub writes it, with footnotes, formulas and directives. Gives tokens; its own HTML is not used, because raw HTML in a page would be part of it. */
function configureMarkdownIt(): MarkdownIt {
  const md = new createMarkdownIt({ html: true, linkify: true, typographer: false });
  md.use(footnotes).use(directiveBlocks).use(directiveInline).use(mathSyntax);
  md.validateLink = isSafeLink;
  // `www.example.com` is a link; `README.md` and `node.js`, which could be hosts too, are not.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  // A mail address may end in any name, not only in the few that linkify knows.
  md.linkify.tlds(['[a-z][a-z0-9-]{0,61}[a-z0-9]']);
  md.linkify.add('www.', {
    validate: (text, position) =>
      /^[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>"]*[^\s<>".,;:!?')\]])?/.exec(
        text.slice(position, position + 500),
      )?.[0].length ?? 0,
    normalize: (match) => {
      match.url = `https://${match.url}`;
    },
  });
  md.linkify.add('ftp:', null).add('//', null);
  // Every link contains one of these. linkify's own test before a search takes as long as half the parsing.
  md.linkify.pretest = (text) => text.includes(':') || text.includes('@') || /www\./i.test(text);
  return md;
}
