import { writeAttributes, writeNames } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import { readText, type WritePart } from '../part-type.ts';

export const writeCards: WritePart = (attributes, children, page) =>
  `<div${writeNames('cards', attributes)}>${page.write(children)}</div>`;

/** With an address, the whole card is a link. */
export const writeCard: WritePart = (attributes, children, page) => {
  const title = escapeHtml(readText(attributes, 'title'));
  const href = readText(attributes, 'href');
  const link = href ? `<a${writeAttributes({ href })}>${title}</a>` : title;
  const head = title && `<p class="card-title">${link}</p>`;
  return `<div${writeNames('card', attributes)}>${head}${page.write(children)}</div>`;
};
