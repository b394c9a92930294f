import { escapeHtml } from '../escape-html.ts';
import { readText, type WritePart } from '../part-type.ts';

/** A link to the heading itself. */
export const writeHeadingAnchor: WritePart = (attributes, _children, { words }) => {
  const label = escapeHtml(words.linkTo(readText(attributes, 'text')));
  return `<a class="heading-anchor" href="#${escapeHtml(readText(attributes, 'id'))}" aria-label="${label}">#</a>`;
};
