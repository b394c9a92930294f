import { writeAttributes } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import type { WritePart } from '../part-type.ts';

/** Where a footnote is marked in the text. The same note can be marked several times. */
export const writeFootnoteMark: WritePart = ({ note, mark }, _children, { words }) => {
  const attributes = {
    id: toMarkId(Number(note), Number(mark)),
    href: `#note-${note}`,
    role: 'doc-noteref',
    'aria-label': words.footnote(Number(note)),
  };
  return `<a${writeAttributes(attributes)}>${note}</a>`;
};

export const writeFootnotesTitle: WritePart = (_attributes, _children, { words }) =>
  `<h2 id="footnotes-title" class="sr-only">${escapeHtml(words.footnotes)}</h2>`;

/** From a note back to its mark. */
export const writeFootnoteBack: WritePart = ({ note, mark }, _children, { words }) => {
  const attributes = {
    href: `#${toMarkId(Number(note), Number(mark))}`,
    class: 'footnote-back',
    role: 'doc-backlink',
    'aria-label': words.backToText(Number(note), Number(mark)),
  };
  return `<a${writeAttributes(attributes)}>↩\ufe0e</a>`;
};

function toMarkId(note: number, mark: number): string {
  return mark > 1 ? `note-ref-${note}-${mark}` : `note-ref-${note}`;
}
