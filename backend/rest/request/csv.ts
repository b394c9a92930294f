import { bodyError } from '../rest-error.ts';

/** Parses CSV with a header line; `NULL` means null, as in PostgREST. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [names, ...lines] = readLines(text);
  if (names === undefined) throw bodyError('Empty or invalid csv');
  return lines.map((line) => {
    if (line.length !== names.length) throw bodyError('All lines must have same number of fields');
    return Object.fromEntries(
      names.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? null)]),
    );
  });
}

function readLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = readCell(text, at);
    line.push(field.value);
    at = field.end;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) line.push('');
      continue;
    }
    if (at < text.length && !/[\r\n]/.test(text[at] ?? ''))
      throw bodyError('A quoted field of the csv continues after its closing quote');
    if (text.startsWith('\r\n', at)) at += 2;
    else if (at < text.length) at += 1;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

function readCell(text: string, start: number): { value: string; end: number } {
  if (text[start] !== '"') {
    const end = text.slice(start).search(/[,\r\n]/);
    return end < 0
      ? { value: text.slice(start), end: text.length }
      : { value: text.slice(start, start + end), end: start + end };
  }
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else return { value, end: at + 1 };
  }
  throw bodyError('A quoted field of the csv does not end');
}
