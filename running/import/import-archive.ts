import { type Chunks, joinChunks } from '../files/chunks.ts';
import type { Limits } from '../files/limits.ts';
import { ReadAhead } from '../files/read-ahead.ts';
import { readRunChunks } from '../files/read-run-file.ts';
import { toSport } from '../files/sport.ts';
import { readZipDirectory, type ZipEntry } from '../files/zip-directory.ts';
import { openZipEntry } from '../files/zip-entry.ts';
import type { Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import type { ExportTable } from './export-table.ts';
import {
  describeOther,
  type FileOutcome,
  type Original,
  requireRun,
  toBroken,
  toOutcome,
} from './file-outcome.ts';
import { openTable } from './open-table.ts';

export interface ArchiveToImport {
  name: string;
  data: Blob;
  limits: Limits;
  yieldToEventLoop: () => Promise<void> | undefined;
  onBytes: (count: number, path: string) => void;
  signal: AbortSignal | undefined;
}

/** Recordings by their names; the photographs of an export are ignored. */
const recording = /\.(gpx|tcx|fit)(\.gz)?$/i;
const innerArchive = /\.zip$/i;
/** What macOS adds to an archive about each file. */
const shadow = /(^|\/)(__MACOSX\/|\._)/;

/** An archive, or one inside it: a Garmin export has its recordings in a few. */
interface OpenArchive extends ArchiveToImport {
  tables: readonly ExportTable[];
  /** Bytes that the whole archive may still unpack to. */
  budget: { left: number };
  isInner: boolean;
}

/** The recordings in a zip, with what the tables of an export say about them, and the runs that are only in those tables. */
export async function* importArchive(archive: ArchiveToImport): AsyncGenerator<FileOutcome> {
  const { name, data, limits } = archive;
  const bytes = new ReadAhead(data);
  const entries = await listEntries(data, limits);
  const tables: ExportTable[] = [];
  const counted = new Set<ZipEntry>();
  const budget = { left: limits.archiveBytes };
  for (const entry of entries) {
    archive.signal?.throwIfAborted();
    const path = `${name}/${entry.name}`;
    try {
      const onBytes = (count: number) => {
        counted.add(entry);
        archive.onBytes(count, path);
      };
      const table = await openTable({ ...archive, bytes, entry, path, onBytes });
      if (table) tables.push(table);
    } catch (error) {
      archive.signal?.throwIfAborted();
      yield toBroken(path, error);
    }
  }
  const left = entries.filter((entry) => !counted.has(entry));
  yield* importEntries({ ...archive, tables, budget, isInner: false }, bytes, left);
  for (const table of tables) yield* table.rest();
}

async function listEntries(data: Blob, limits: Limits): Promise<ZipEntry[]> {
  return (await readZipDirectory(data, limits)).filter(({ name }) => !shadow.test(name));
}

async function* importEntries(
  archive: OpenArchive,
  bytes: ReadAhead,
  entries: readonly ZipEntry[],
): AsyncGenerator<FileOutcome> {
  for (const entry of entries) {
    archive.signal?.throwIfAborted();
    const path = `${archive.name}/${entry.name}`;
    if (recording.test(entry.name)) yield* importEntry(archive, bytes, entry, path);
    else if (innerArchive.test(entry.name)) yield* importInner(archive, bytes, entry, path);
    if (!archive.isInner) archive.onBytes(entry.packedBytes, path);
  }
}

/** An archive inside the archive. One inside that one is refused: real exports have none. */
async function* importInner(
  archive: OpenArchive,
  bytes: ReadAhead,
  entry: ZipEntry,
  path: string,
): AsyncGenerator<FileOutcome> {
  if (archive.isInner) {
    const reason = 'This is an archive inside an archive inside an archive. Unpack it, then import it.';
    yield { kind: 'broken', path, fault: 'unsupported', reason };
    return;
  }
  try {
    const limits = { ...archive.limits, fileBytes: archive.limits.innerArchiveBytes };
    const data = await toBlob(openZipEntry(bytes, entry, limits), (count) => spend(archive.budget, count));
    const inner = { ...archive, name: path, data, isInner: true };
    yield* importEntries(inner, new ReadAhead(data), await listEntries(data, archive.limits));
  } catch (error) {
    archive.signal?.throwIfAborted();
    yield toBroken(path, error);
  }
}

async function* importEntry(
  { limits, yieldToEventLoop, signal, tables, budget }: OpenArchive,
  bytes: ReadAhead,
  entry: ZipEntry,
  path: string,
): AsyncGenerator<FileOutcome> {
  const readAll = async (onUnpacked?: (count: number) => void): Promise<Run[]> => {
    const chunks = openZipEntry(bytes, entry, limits);
    const runs = await readRunChunks(chunks, limits, yieldToEventLoop, onUnpacked);
    return runs.map((run) => tables.reduce((described, table) => table.describe(entry.name, described), run));
  };
  const original: Original = {
    name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
    // A copy: it is transferred, and the bytes read are a view into the archive's window.
    open: async () => (await joinChunks(openZipEntry(bytes, entry, limits), limits.fileBytes)).slice(),
  };
  const sport = tables.map((table) => table.claim(entry.name)).find(Boolean) ?? '';
  if (toSport(sport) === 'other') {
    const read = async () => requireRun(await readAll());
    yield { kind: 'ignored', path, reason: describeOther(sport), read, original };
    return;
  }
  try {
    const runs = await readAll((count) => spend(budget, count));
    for (const [index, run] of runs.entries())
      yield toOutcome(path, run, original, async () => requireRun(await readAll(), index));
  } catch (error) {
    signal?.throwIfAborted();
    // An export has all that a watch ever sent, such as its nights and its settings.
    if (error instanceof RunFileError && error.fault === 'no_recording') return;
    yield toBroken(path, error);
  }
}

function spend(budget: { left: number }, count: number): void {
  budget.left -= count;
  if (budget.left < 0) throw new RunFileError('too_large', 'This archive unpacks to more than is allowed.');
}

/** A browser keeps a large blob on disk. */
async function toBlob(chunks: Chunks, onBytes: (count: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    parts.push(chunk.slice());
  }
  return new Blob(parts);
}
