/** Reads CSV piece by piece: RFC 4180 with commas, semicolons or tabs, and any line ends. */
import type { Cell } from '../table-data.ts';

export interface CsvRow {
  /** Where it begins in the file, from 1. */
  line: number;
  /** An empty cell is null; one with quotes is the empty text. */
  cells: Cell[];
}

/** The file is not CSV, or not UTF-8. The message is for people. */
export class CsvFault extends Error {
  override name = 'CsvFault';
}

export interface CsvParser {
  /** The rows that this piece completes. */
  write(text: string): CsvRow[];
  end(): CsvRow[];
}

export function createCsvParser(delimiter: string): CsvParser {
  let rows: CsvRow[] = [];
  let cells: Cell[] = [];
  let cell = '';
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let line = 1;
  let rowLine = 1;
  let follows = '';

  function endCell() {
    cells.push(state === 'start' ? null : cell);
    cell = '';
    state = 'start';
  }
  function endRow() {
    endCell();
    rows.push({ line: rowLine, cells });
    cells = [];
    rowLine = line;
  }

  function readChar(char: string) {
    if (char === '\0') throw new CsvFault(`Line ${line} has a null character. This may not be a text file.`);
    const isLineEnd = char === '\n' || char === '\r';
    // \r\n is one line end.
    if (char === '\n' && follows === '\r') {
      if (state === 'quoted') cell += char;
      return;
    }
    if (isLineEnd) line++;
    if (state === 'quoted') {
      if (char === '"') state = 'closed';
      else cell += char;
    } else if (char === '"' && state !== 'plain') {
      // Two quotes within quotes are one.
      if (state === 'closed') cell += char;
      state = 'quoted';
    } else if (char === delimiter) endCell();
    else if (isLineEnd) endRow();
    else if (state === 'closed')
      throw new CsvFault(
        `Line ${line} goes on after a closing quote. Write a quote inside a cell as two quotes.`,
      );
    else {
      state = 'plain';
      cell += char;
    }
  }

  function take(): CsvRow[] {
    const complete = rows;
    rows = [];
    return complete;
  }

  return {
    write(text) {
      for (const char of text) {
        readChar(char);
        follows = char;
      }
      return take();
    },
    end() {
      if (state === 'quoted')
        throw new CsvFault(`The quote that opens a cell of line ${rowLine} is not closed.`);
      if (state !== 'start' || cells.length > 0) endRow();
      return take();
    },
  };
}

/** The character that parts the first line most often, outside of quotes. */
export function detectDelimiter(text: string): string {
  const [first = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const count = (char: string) => first.split(char).length;
  return [',', ';', '\t'].reduce((best, char) => (count(char) > count(best) ? char : best));
}

/** The rows of a file, as its pieces are read. */
export async function* readCsv(file: Blob): AsyncGenerator<CsvRow[], void> {
  // Leaves the byte order mark out.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parser: CsvParser | undefined;
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = decode(decoder, value);
      parser ??= createCsvParser(detectDelimiter(text));
      yield parser.write(text);
      if (done) break;
    }
    yield parser.end();
  } finally {
    await reader.cancel();
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new CsvFault('The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.', { cause });
  }
}
