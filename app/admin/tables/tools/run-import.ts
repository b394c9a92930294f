import { callAdmin } from '../../call-admin.ts';
import type { Cell } from '../table-data.ts';
import type { Imported, OnConflict } from './import-data.ts';
import { isBlank, type Plan, toSentCells } from './import-plan.ts';
import { CsvFault, type CsvRow, readCsv } from './parse-csv.ts';

export interface ImportWish {
  file: Blob;
  plan: Plan;
  /** With the schema. */
  table: string;
  onConflict: OnConflict;
  signal: AbortSignal;
  /** Rows that are sent, and not yet inserted. */
  onProgress(rows: number): void;
}

const maxRows = 1000;
/** The server takes 1 MB. */
const maxBytes = 900_000;

/** Sends the rows in parts and then has them inserted at once. What was sent is dropped if that fails or is stopped. */
export async function runImport({
  file,
  plan,
  table,
  onConflict,
  signal,
  onProgress,
}: ImportWish): Promise<Imported> {
  const id = crypto.randomUUID();
  const columns = plan.flatMap((column) => (column ? [column.name] : []));
  let sent = 0;
  try {
    for await (const { lines, rows } of readParts(file, plan)) {
      const body = { import: id, lines, rows };
      await callAdmin('/tables/import/rows', { method: 'POST', body, signal });
      sent += rows.length;
      onProgress(sent);
    }
    if (sent === 0) throw new CsvFault('The file has no rows below its first line.');
    const body = { import: id, table, columns, onConflict };
    return await callAdmin<Imported>('/tables/import/finish', { method: 'POST', body, signal });
  } catch (error) {
    // What cannot be dropped now is dropped by the database after a day.
    await callAdmin('/tables/import', { method: 'DELETE', query: { import: id }, silent: true }).catch(
      () => {},
    );
    throw error;
  }
}

interface Part {
  lines: number[];
  rows: Cell[][];
}

async function* readParts(file: Blob, plan: Plan): AsyncGenerator<Part, void> {
  const encoder = new TextEncoder();
  let part: Part = { lines: [], rows: [] };
  let bytes = 0;
  let isHead = true;
  for await (const batch of readCsv(file)) {
    for (const row of batch) {
      const isData = !isHead && !isBlank(row, plan);
      isHead = false;
      if (!isData) continue;
      const cells = toSentCells(row, plan);
      const size = encoder.encode(JSON.stringify(cells)).length + 12;
      if (size > maxBytes) throw new CsvFault(`Line ${row.line} is larger than ${maxBytes / 1000} kB.`);
      if (part.rows.length === maxRows || bytes + size > maxBytes) {
        yield part;
        part = { lines: [], rows: [] };
        bytes = 0;
      }
      part.lines.push(row.line);
      part.rows.push(cells);
      bytes += size;
    }
  }
  if (part.rows.length > 0) yield part;
}

export interface ChosenFile {
  file: File;
  /** Its first line. */
  head: Cell[];
  /** Up to five below it. */
  rows: Cell[][];
}

export async function readSample(file: File): Promise<ChosenFile> {
  const found: CsvRow[] = [];
  for await (const batch of readCsv(file)) {
    found.push(...batch.slice(0, 6));
    if (found.length > 5) break;
  }
  const [head, ...rows] = found.slice(0, 6);
  if (!head) throw new CsvFault('The file is empty. Its first line names the columns.');
  return { file, head: head.cells, rows: rows.map(({ cells }) => cells) };
}
