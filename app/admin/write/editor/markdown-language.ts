import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { GFM, type MarkdownExtension, parser } from '@lezer/markdown';

/** The lines between `---` or `+++` at the top, which Markdown alone would take for a heading. */
const frontMatter: MarkdownExtension = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.meta }],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        const fence = context.lineStart === 0 && /^\uFEFF?(---|\+\+\+)\s*$/.exec(line.text)?.[1];
        if (!fence) return false;
        while (context.nextLine()) {
          if (line.text.trimEnd() !== fence) continue;
          context.nextLine();
          break;
        }
        context.addElement(context.elt('FrontMatter', 0, context.prevLineEnd()));
        return true;
      },
    },
  ],
};

const data = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } });
const language = new Language(data, parser.configure([GFM, frontMatter]), [], 'markdown');

/** Colors are the site's: custom properties reach into the shadow root. */
const highlightStyle = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.heading1, fontSize: '1.2em' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--color-lamp)' },
  { tag: tags.monospace, color: 'var(--color-moss)' },
  { tag: tags.quote, color: 'var(--color-soft)' },
  { tag: tags.processingInstruction, color: 'var(--color-faint)' },
  { tag: [tags.meta, tags.comment], color: 'var(--color-faint)', fontWeight: '400' },
]);

export const markdown: Extension = [language, syntaxHighlighting(highlightStyle)];
