import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import type { Frontmatter } from '../frontmatter/frontmatter-schema.ts';
import { removeHiddenText } from '../hidden-text.ts';
import { isSafeLink } from '../safe-address.ts';
import { USER_PREFIX } from './allowed-html.ts';
import { addBlocks } from './block-tokens.ts';
import { countWords, toReadingMinutes } from './count-words.ts';
import { directiveBlocks } from './directive-blocks.ts';
import { directiveInline } from './directive-inline.ts';
import { createHeadingIds } from './heading-ids.ts';
import { replaceShortcodes } from './hugo-shortcodes.ts';
import { inlineAttributes } from './inline-attributes.ts';
import { createToolLoader } from './load-tools.ts';
import { markSyntax } from './marks.ts';
import { mathSyntax } from './math-syntax.ts';
import { mdxToMarkdown } from './mdx.ts';
import { type PageFacts, pageFacts, setFacts } from './page-facts.ts';
import type { ParseContext, ParsedBody, Warning } from './parse-context.ts';
import { joinFragments } from './references.ts';
import { snippetSyntax } from './snippets.ts';
import type { TreeNode } from './tree.ts';
import { TreeBuilder } from './tree-builder.ts';
import { wikiLinks } from './wiki-links.ts';

export interface MarkdownSource {
  markdown: string;
  /** The line of the file on which the Markdown begins. */
  firstLine: number;
  /** The page's title: in the frontmatter, or the first heading as it is written. Called when a heading could be it. */
  title: () => { text?: NonNullable<Frontmatter['title']>; source?: string };
  /** What the text can show of the frontmatter. Called when it does. */
  facts?: PageFacts;
  /** The file is an `.mdx` file. */
  isMdx?: boolean;
}

export type ParseMarkdown = (source: MarkdownSource) => Promise<ParsedBody>;

/** Turns Markdown into a tree of allowed elements and components. The parser is made once and used for every page. */
export function createMarkdownParser(): ParseMarkdown {
  const markdownIt = configureMarkdownIt();
  let mdx: MarkdownIt | undefined;
  const loadTools = createToolLoader();

  async function parse(source: MarkdownSource, md: MarkdownIt, faults: string[]): Promise<ParsedBody> {
    const { markdown, firstLine, title, facts = () => new Map<string, string>() } = source;
    const env = {};
    setFacts(env, facts);
    const tokens = md.parse(markdown, env);
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
      ownComponents: [],
      warnings: faults.map((message) => ({ line: firstLine, message })),
      fragments: [],
      userIds: new Set(),
      diagrams: 0,
      fact: (name) => facts().get(name),
      warn(message) {
        context.warnings.push({ line: context.line, message });
      },
    };
    addBlocks(tokens, context);
    joinFragments(context, USER_PREFIX);
    const { toc, count, pictures, links, ownComponents, warnings } = context;
    return {
      body: context.tree.finish(),
      toc,
      words: count.prose + count.code,
      readingMinutes: toReadingMinutes(count),
      pictures,
      links,
      ids: [...context.ids.all(), ...[...context.userIds].map((id) => USER_PREFIX + id)],
      ownComponents,
      warnings,
    };
  }

  /** A fault in the grammar of one system must not cost the page: what remains is plain Markdown, and at last plain text. */
  return async function parseMarkdown(source) {
    const isMdx = source.isMdx ?? false;
    // Not in the attempts below: whatever fails, this text is never shown.
    const markdown = removeHiddenText(source.markdown.replace(/\r\n?/g, '\n'), isMdx);
    // In MDX, indented text is not code.
    if (isMdx) mdx ??= configureMarkdownIt().disable('code');
    const attempts: ((faults: string[]) => Promise<ParsedBody>)[] = [
      (faults) =>
        parse({ ...source, markdown: toMarkdown(markdown, isMdx) }, mdx && isMdx ? mdx : markdownIt, faults),
      (faults) => parse({ ...source, markdown }, new createMarkdownIt('commonmark', { html: false }), faults),
    ];
    const faults: string[] = [];
    for (const attempt of attempts) {
      try {
        return await attempt(faults);
      } catch (error) {
        faults[0] = `The text is shown as plain Markdown: it cannot be read in full (${(error as Error).message})`;
      }
    }
    return toPlainBody(markdown, { line: source.firstLine, message: faults[0] ?? '' });
  };
}

/** Grammars that are rewritten before the Markdown is parsed, because they stand anywhere: inside links, around blocks. */
function toMarkdown(markdown: string, isMdx: boolean): string {
  const text = replaceShortcodes(markdown);
  return isMdx ? mdxToMarkdown(text) : text;
}

function toPlainBody(markdown: string, warning: Warning): ParsedBody {
  const body = markdown.split(/\n{2,}/).map((text): TreeNode => ['p', 0, text.trim()]);
  const count = { prose: countWords(markdown), code: 0 };
  return {
    body,
    toc: [],
    words: count.prose,
    readingMinutes: toReadingMinutes(count),
    pictures: [],
    links: [],
    ids: [],
    ownComponents: [],
    warnings: [warning],
  };
}

/** Markdown as GitHub writes it, with footnotes, formulas, directives, and what other systems add. Gives tokens; its own HTML is not used, because raw HTML in a page would be part of it. */
function configureMarkdownIt(): MarkdownIt {
  const md = new createMarkdownIt({ html: true, linkify: true, typographer: false });
  md.use(footnotes).use(directiveBlocks).use(directiveInline).use(mathSyntax);
  md.use(wikiLinks).use(inlineAttributes).use(markSyntax).use(pageFacts).use(snippetSyntax);
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
