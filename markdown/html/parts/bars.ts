import { escapeHtml } from '../escape-html.ts';
import { readText, type WritePart } from '../part-type.ts';
import { writeScrollBox } from '../scroll-box.ts';
import { type BarCell, toBarTable } from './bar-table.ts';

/** A table whose numbers are also drawn as bars. It stays a table, so it is readable without drawing and color. */
export const writeBars: WritePart = (attributes, children, { words }) => {
  const label = readText(attributes, 'label');
  const unit = readText(attributes, 'unit');
  const { head, rows } = toBarTable(children);
  const heads = head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const lines = rows.map(
    ({ label: name, cells }) =>
      `<tr><th scope="row">${escapeHtml(name)}</th>${cells.map((cell) => writeCell(cell, unit)).join('')}</tr>`,
  );
  const table = `<table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
  const caption = label && `<figcaption>${escapeHtml(label)}</figcaption>`;
  return `<figure class="bars">${writeScrollBox('table-box', label || words.table, table)}${caption}</figure>`;
};

function writeCell({ text, share }: BarCell, unit: string): string {
  if (share === undefined) return `<td>${escapeHtml(text)}</td>`;
  const bar = `<svg aria-hidden="true"><rect width="${(share * 100).toFixed(1)}%" height="100%"></rect></svg>`;
  return `<td><div class="bar"><span>${escapeHtml(unit ? `${text} ${unit}` : text)}</span>${bar}</div></td>`;
}
