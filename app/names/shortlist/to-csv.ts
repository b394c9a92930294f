/** A table as CSV (RFC 4180) that spreadsheets open as text: what begins like a formula is marked as none. */
export function toCsv(head: string[], rows: (string | number)[][]): string {
  return [head, ...rows]
    .map((row) => row.map(toCell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
