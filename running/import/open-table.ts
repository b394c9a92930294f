import { isAppleHealth, readAppleHealth } from '../files/apple-health.ts';
import { type Chunks, countBytes, joinChunks, peekChunks } from '../files/chunks.ts';
import { parseGarminActivities } from '../files/garmin-activities.ts';
import type { Limits } from '../files/limits.ts';
import type { ReadAhead } from '../files/read-ahead.ts';
import { parseStravaActivities } from '../files/strava-activities.ts';
import type { ZipEntry } from '../files/zip-directory.ts';
import { openZipEntry } from '../files/zip-entry.ts';
import { createAppleHealthTable } from './apple-health-table.ts';
import type { ExportTable } from './export-table.ts';
import { createGarminTable } from './garmin-table.ts';
import { createStravaTable } from './strava-table.ts';

export interface TableToOpen {
  /** The archive, one of its files, and how that is shown. */
  bytes: ReadAhead;
  entry: ZipEntry;
  path: string;
  limits: Limits;
  yieldToEventLoop: () => Promise<void> | undefined;
  /** Called with the packed bytes that were read. */
  onBytes: (count: number) => void;
}

const stravaTable = /(^|\/)activities\.csv$/i;
const garminList = /(^|\/)[^/]*_summarizedActivities\.json$/i;
/** At most one folder deep; its names are in the language of the phone. */
const appleDocument = /^([^/]+\/)?[^/]+(?<!_cda)\.xml$/i;

/** The table in this file of an export; undefined when it is none. */
export async function openTable({
  bytes,
  entry,
  path,
  limits,
  yieldToEventLoop,
  onBytes,
}: TableToOpen): Promise<ExportTable | undefined> {
  const open = (maxBytes: number) => openZipEntry(bytes, entry, { ...limits, fileBytes: maxBytes });
  if (stravaTable.test(entry.name)) {
    const text = await readText(open(limits.tableText), limits.tableText);
    return createStravaTable(entry.name, path, parseStravaActivities(text, limits));
  }
  if (garminList.test(entry.name)) {
    const text = await readText(open(limits.listText), limits.listText);
    return createGarminTable(path, parseGarminActivities(text));
  }
  if (!appleDocument.test(entry.name)) return undefined;
  // Streamed: it may have gigabytes.
  const { head, all } = await peekChunks(open(limits.archiveBytes), 1024);
  if (!isAppleHealth(head)) return undefined;
  const packedShare = entry.packedBytes / entry.bytes;
  const counted = countBytes(all, (count) => onBytes(count * packedShare));
  return createAppleHealthTable(path, await readAppleHealth(counted, limits, yieldToEventLoop));
}

async function readText(chunks: Chunks, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await joinChunks(chunks, maxBytes));
}
