import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { isSafeLink } from '../safe-address.ts';
import { directiveBlocks } from './directive-blocks.ts';
import { directiveInline } from './directive-inline.ts';
import { mathSyntax } from './math-syntax.ts';

/** Markdown as GitHub writes it, with footnotes, formulas and directives. Gives tokens; its own HTML is not used, because raw HTML in a page would be part of it. */
export function configureMarkdownIt(): MarkdownIt {
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
