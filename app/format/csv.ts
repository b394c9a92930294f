/** Rows as a CSV file that spreadsheets open without an import dialog. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return writeLines([head, ...rows], toSpreadsheetCell);
}

/** Rows as `copy … csv` of Postgres writes them: unchanged, with nothing for null and two quotes for an empty text. */
export function toDatabaseCsv(rows: readonly (readonly (string | null)[])[]): string {
  return writeLines(rows, (value) => {
    if (value === null) return '';
    return value === '' || /[",\r\n]|^\s|\s$/.test(value) ? quote(value) : value;
  });
}

function writeLines<Cell>(rows: readonly (readonly Cell[])[], write: (cell: Cell) => string): string {
  return rows.map((row) => `${row.map(write).join(',')}\r\n`).join('');
}

function toSpreadsheetCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run a value that begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? quote(harmless) : harmless;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
