import type { Token } from 'markdown-it';
import type { ParseContext } from './parse-context.ts';

/** Where a footnote is marked in the text: a note can be marked several times. */
interface NoteMeta {
  id: number;
  subId?: number;
}

function readNote(token: Token): NoteMeta {
  const { id, subId } = token.meta as unknown as NoteMeta;
  return subId === undefined ? { id } : { id, subId };
}

function toReferenceId({ id, subId = 0 }: NoteMeta): string {
  return subId > 0 ? `note-ref-${id + 1}-${subId + 1}` : `note-ref-${id + 1}`;
}

export function addFootnoteReference(token: Token, context: ParseContext): void {
  const meta = readNote(token);
  const number = String(meta.id + 1);
  const attributes = {
    id: toReferenceId(meta),
    href: `#note-${number}`,
    role: 'doc-noteref',
    'aria-label': `Footnote ${number}`,
  };
  // Inside a link the mark is no link of its own.
  context.tree.open('sup');
  context.tree.add(['a', attributes, number]);
  context.tree.close();
}

/** The notes at the end of the page, each with a link back to its mark. */
export const footnoteHandlers: Record<string, (token: Token, context: ParseContext) => void> = {
  footnote_block_open(_token, { tree }) {
    tree.open('section', {
      class: 'footnotes',
      role: 'doc-endnotes',
      'aria-labelledby': 'footnotes-title',
    });
    tree.add(['h2', { id: 'footnotes-title', class: 'sr-only' }, 'Footnotes']);
    tree.open('ol');
  },
  footnote_block_close(_token, { tree }) {
    tree.close();
    tree.close();
  },
  footnote_open(token, { tree }) {
    const meta = readNote(token);
    tree.open('li', { id: `note-${meta.id + 1}` });
  },
  footnote_close: (_token, { tree }) => tree.close(),
  footnote_anchor(token, { tree }) {
    const meta = readNote(token);
    const times = (meta.subId ?? 0) + 1;
    const label = `Back to reference ${meta.id + 1}${times > 1 ? `, mark ${times}` : ''}`;
    tree.text(' ');
    tree.add([
      'a',
      {
        href: `#${toReferenceId(meta)}`,
        class: 'footnote-back',
        role: 'doc-backlink',
        'aria-label': label,
      },
      '↩\ufe0e',
    ]);
  },
};
