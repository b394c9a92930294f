import { RunFileError } from '../run-file-error.ts';

/** Rows of a table with commas, quotes and line breaks inside quotes. */
export function* parseCsv(text: string, maxRowLength: number): Generator<string[]> {
  let row: string[] = [];
  let rowStart = 0;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    row.push(value);
    if (end - rowStart > maxRowLength)
      throw new RunFileError('too_large', 'The table has a row that is too long.');
    const mark = text[end];
    at = end + 1;
    if (mark === ',') {
      // A comma at the very end still has an empty value after it.
      if (at < text.length) continue;
      row.push('');
    }
    if (mark === '\r' && text[at] === '\n') at += 1;
    if (row.length > 1 || row[0] !== '') yield row;
    row = [];
    rowStart = at;
  }
}

const plainEnd = /[,\r\n]/g;

function readPlain(text: string, from: number): { value: string; end: number } {
  plainEnd.lastIndex = from;
  const end = plainEnd.exec(text)?.index ?? text.length;
  return { value: text.slice(from, end), end };
}

function readQuoted(text: string, from: number): { value: string; end: number } {
  let close = from;
  do {
    close = text.indexOf('"', close + 1);
    if (close < 0) throw new RunFileError('damaged', 'The table has a quotation mark that is never closed.');
    // Two of them are one that belongs to the text.
    if (text[close + 1] === '"') close += 1;
    else break;
  } while (close < text.length);
  const rest = readPlain(text, close + 1);
  return { value: text.slice(from + 1, close).replaceAll('""', '"') + rest.value, end: rest.end };
}
