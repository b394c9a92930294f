/** Rows as CSV (RFC 4180). Null is nothing, and an empty text is two quotes, as `copy … csv` writes them. */
export function toCsv(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [columns, ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
