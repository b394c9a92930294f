import { writeNames } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import { kindTitle, readText, type WritePart } from '../part-type.ts';

/** Components that are an element with a class and little more. */
const box =
  (tag: string, name: string): WritePart =>
  (attributes, children, page) =>
    `<${tag}${writeNames(name, attributes)}>${page.write(children)}</${tag}>`;

export const writeKbd = box('kbd', 'key');
export const writeSteps = box('div', 'steps');
export const writeFileTree = box('div', 'file-tree');

export const writeBadge: WritePart = (attributes, children, page) => {
  const type = readText(attributes, 'type');
  return box('span', type ? `badge badge-${type}` : 'badge')(attributes, children, page);
};

export const writeDetails: WritePart = (attributes, children, page) => {
  const open = attributes.open === true ? ' open=""' : '';
  const summary = escapeHtml(
    readText(attributes, 'summary') || kindTitle(attributes, page) || page.words.more,
  );
  return `<details${writeNames('fold', attributes)}${open}><summary>${summary}</summary>${page.write(children)}</details>`;
};
