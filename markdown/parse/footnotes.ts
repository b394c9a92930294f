import type { Token } from 'markdown-it';
import type { ParseContext } from './parse-context.ts';

/** The number of a note, and which of its marks is meant: a note can be marked several times. */
function readNote(token: Token): { note: number; mark: number } {
  const { id, subId = 0 } = token.meta as unknown as { id: number; subId?: number };
  return { note: id + 1, mark: subId + 1 };
}

export function addFootnoteReference(token: Token, { tree }: ParseContext): void {
  const meta = readNote(token);
  tree.open('sup');
  // Inside a link the mark is no link of its own.
  if (tree.isInside('a')) tree.text(String(meta.note));
  else tree.add(['FootnoteMark', meta]);
  tree.close();
}

/** The notes at the end of the page, each with a link back to its mark. */
export const footnoteHandlers: Record<string, (token: Token, context: ParseContext) => void> = {
  footnote_block_open(_token, { tree }) {
    tree.open('section', {
      class: 'footnotes',
      role: 'doc-endnotes',
      'aria-labelledby': 'footnotes-title',
    });
    tree.add(['FootnotesTitle', 0]);
    tree.open('ol');
  },
  footnote_block_close(_token, { tree }) {
    tree.close();
    tree.close();
  },
  footnote_open: (token, { tree }) => tree.open('li', { id: `note-${readNote(token).note}` }),
  footnote_close: (_token, { tree }) => tree.close(),
  footnote_anchor(token, { tree }) {
    tree.text(' ');
    tree.add(['FootnoteBack', readNote(token)]);
  },
};
