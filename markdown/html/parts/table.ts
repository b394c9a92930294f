import { writeAttributes } from '../attributes.ts';
import type { WritePart } from '../part-type.ts';
import { nameBox, writeScrollBox } from '../scroll-box.ts';
import { childrenOf, findElements, treeText } from '../tree-text.ts';

/** A table that is wider than the screen scrolls in a box that is named after its columns. */
export const writeTable: WritePart = (attributes, children, page) => {
  const columns = findElements(children, 'th').map((cell) => treeText(childrenOf(cell)).trim());
  const name = columns.filter(Boolean).join(', ');
  const table = `<table${writeAttributes(attributes)}>${page.write(children)}</table>`;
  return writeScrollBox('table-box', nameBox(page.words.table, name, page), table);
};

/** The empty corner cell of a table is not a header for screen readers. */
export const writeHeadCell: WritePart = (attributes, children, page) => {
  const { scope, ...others } = attributes;
  if (treeText(children).trim() === '') return `<td${writeAttributes(others)}>${page.write(children)}</td>`;
  return `<th${writeAttributes(attributes)}>${page.write(children)}</th>`;
};
