import { offerDownload } from '../../../runtime/offer-download.ts';
import { resolveSession } from '../../../session/current-user.ts';
import { adminApi } from '../../admin-paths.ts';
import { AdminFault } from '../../call-admin.ts';
import { askForIdentity } from '../../identity-question.ts';
import { formatTable, type TableName } from '../table-address.ts';

export interface CsvDownload {
  table: TableName;
  /** Filters and order of the page. */
  query: URLSearchParams;
  signal: AbortSignal;
  onProgress(rows: number): void;
}

/** Small pieces are put into a blob, which the browser may keep on disk. */
const maxHeld = 8 * 1024 * 1024;

/** Saves a table as a file when all of it has come. An export that breaks off or is stopped throws, and nothing is saved. */
export async function downloadCsv({ table, query, signal, onProgress }: CsvDownload): Promise<number> {
  const wanted = new URLSearchParams([['table', formatTable(table)]]);
  for (const name of ['filter', 'sort']) for (const value of query.getAll(name)) wanted.append(name, value);
  const response = await open(`${adminApi}/tables/csv?${wanted}`, signal);
  const countRows = createRowCounter();
  let saved = new Blob();
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch(toFault(signal))) ?? { done: true };
    if (done || !value) break;
    held.push(value);
    heldBytes += value.length;
    onProgress(countRows(value));
    if (heldBytes < maxHeld) continue;
    saved = new Blob([saved, ...held]);
    held = [];
    heldBytes = 0;
  }
  offerDownload(`${table.schema}.${table.name}.csv`, 'text/csv', new Blob([saved, ...held]));
  return countRows(new Uint8Array());
}

async function open(address: string, signal: AbortSignal): Promise<Response> {
  const session = await resolveSession();
  if (!session) throw new AdminFault(401, { code: 'signed-out', message: 'Please sign in.' });
  const headers = { authorization: `Bearer ${session.access_token}` };
  const response = await fetch(address, { headers, signal }).catch(toFault(signal));
  if (response.ok) return response;
  const fault = new AdminFault(response.status, Object(await response.json().catch(() => undefined)));
  const isQuestion = fault.code === 'confirm-identity' || fault.code === 'sign-in-again';
  if (isQuestion && (await askForIdentity())) return open(address, signal);
  throw fault;
}

function toFault(signal: AbortSignal) {
  return (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new AdminFault(0, {
      code: 'broken-off',
      message: 'The export broke off, and nothing was saved. Try again.',
    });
  };
}

/** Counts line ends outside of quotes, without the first line, over all pieces. */
export function createRowCounter(): (piece: Uint8Array) => number {
  const quote = 0x22;
  const lineEnd = 0x0a;
  let isQuoted = false;
  let rows = -1;
  return (piece) => {
    for (const byte of piece) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineEnd && !isQuoted) rows++;
    }
    return Math.max(rows, 0);
  };
}
