import { joinChunks } from '../files/chunks.ts';
import type { Limits } from '../files/limits.ts';
import { ReadAhead } from '../files/read-ahead.ts';
import { readRunChunks } from '../files/read-run-file.ts';
import { toSport } from '../files/sport.ts';
import { parseStravaActivities, type StravaActivity } from '../files/strava-activities.ts';
import { readZipDirectory, type ZipEntry } from '../files/zip-directory.ts';
import { openZipEntry } from '../files/zip-entry.ts';
import { emptyTrack, nothingStated, type Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import {
  describeOther,
  type FileOutcome,
  type Original,
  requireRun,
  toBroken,
  toOutcome,
} from './file-outcome.ts';

export interface ArchiveToImport {
  name: string;
  data: Blob;
  limits: Limits;
  yieldToEventLoop: () => Promise<void> | undefined;
  onBytes: (count: number, path: string) => void;
  signal: AbortSignal | undefined;
}

/** Recordings by their names; the photographs and tables of an export are ignored. */
const recording = /\.(gpx|tcx|fit)(\.gz)?$/i;
const table = /(^|\/)activities\.csv$/i;
/** What macOS adds to an archive about each file. */
const shadow = /(^|\/)(__MACOSX\/|\._)/;

/** The recordings in a zip. With a Strava export's activities.csv they get names, notes and gear, and runs typed in by hand. */
export async function* importArchive(archive: ArchiveToImport): AsyncGenerator<FileOutcome> {
  const { data, limits, onBytes, signal } = archive;
  const bytes = new ReadAhead(data);
  const entries = (await readZipDirectory(data, limits)).filter(({ name }) => !shadow.test(name));
  const list = entries.find(({ name }) => table.test(name));
  let activities = new Map<string, StravaActivity>();
  try {
    if (list) activities = await readActivities(bytes, limits, list);
  } catch (error) {
    yield toBroken(`${archive.name}/${list?.name}`, error);
  }
  const budget = { left: limits.archiveBytes };
  for (const entry of entries) {
    signal?.throwIfAborted();
    const path = `${archive.name}/${entry.name}`;
    if (recording.test(entry.name)) {
      yield* importEntry(archive, { bytes, entry, path, activity: activities.get(entry.name), budget });
      activities.delete(entry.name);
    } else if (/\.zip$/i.test(entry.name)) {
      const reason = 'This is an archive inside an archive. Unpack it, then import it.';
      yield { kind: 'broken', path, fault: 'unsupported', reason };
    }
    onBytes(entry.packedBytes, path);
  }
  for (const activity of activities.values()) yield* importRow(`${archive.name}/${list?.name}`, activity);
}

interface EntryToImport {
  bytes: ReadAhead;
  entry: ZipEntry;
  path: string;
  activity: StravaActivity | undefined;
  /** Bytes that the whole archive may still unpack to. */
  budget: { left: number };
}

async function* importEntry(
  { limits, yieldToEventLoop, signal }: ArchiveToImport,
  { bytes, entry, path, activity, budget }: EntryToImport,
): AsyncGenerator<FileOutcome> {
  const readAll = async (onUnpacked?: (count: number) => void) => {
    const runs = await readRunChunks(
      openZipEntry(bytes, entry, limits),
      limits,
      yieldToEventLoop,
      onUnpacked,
    );
    return activity ? runs.map((run) => describeByStrava(run, activity)) : runs;
  };
  const original: Original = {
    name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
    // A copy: it is transferred, and the bytes read are a view into the archive's window.
    open: async () => (await joinChunks(openZipEntry(bytes, entry, limits), limits.fileBytes)).slice(),
  };
  if (activity && toSport(activity.type) === 'other') {
    const read = async () => requireRun(await readAll());
    yield { kind: 'ignored', path, reason: describeOther(activity.type), read, original };
    return;
  }
  try {
    const runs = await readAll((count) => {
      budget.left -= count;
      if (budget.left < 0)
        throw new RunFileError('too_large', 'This archive unpacks to more than is allowed.');
    });
    for (const [index, run] of runs.entries())
      yield toOutcome(path, run, original, async () => requireRun(await readAll(), index));
  } catch (error) {
    signal?.throwIfAborted();
    yield toBroken(path, error);
  }
}

/** Rows by the path of their recording in this archive; those without one under a name of their own. */
async function readActivities(
  archive: ReadAhead,
  limits: Limits,
  list: ZipEntry,
): Promise<Map<string, StravaActivity>> {
  const bytes = await joinChunks(openZipEntry(archive, list, limits), limits.tableText);
  const folder = list.name.slice(0, list.name.length - 'activities.csv'.length);
  const rows = parseStravaActivities(new TextDecoder().decode(bytes), limits);
  return new Map(rows.map((row, index) => [row.file ? folder + row.file : `#${index}`, row]));
}

/** What is left of the table when all recordings are read. */
function* importRow(path: string, activity: StravaActivity): Generator<FileOutcome> {
  const place = `${path}: ${activity.name || activity.id}`;
  const run = toTypedRun(activity);
  if (toSport(activity.type) === 'other') {
    const read = async () => requireRun(run ? [run] : []);
    yield { kind: 'ignored', path: place, reason: describeOther(activity.type), read, original: undefined };
    return;
  }
  if (activity.file !== '') {
    const reason = `The table names ${activity.file}, which is not in the archive.`;
    yield { kind: 'broken', path: place, fault: 'damaged', reason };
    return;
  }
  if (run) yield toOutcome(place, run, undefined, async () => run);
  else {
    yield {
      kind: 'broken',
      path: place,
      fault: 'no_times',
      reason: 'The table has no date or no time for this run.',
    };
  }
}

/** What the user wrote at Strava has priority over what a watch wrote by itself. */
function describeByStrava(run: Run, activity: StravaActivity): Run {
  const sport = toSport(activity.type);
  return {
    ...run,
    name: activity.name || run.name,
    notes: activity.notes || run.notes,
    gear: activity.gear || undefined,
    sport: sport === 'unknown' ? run.sport : sport,
    sportName: activity.type || run.sportName,
  };
}

/** A run that was typed in by hand: sums, no points. Undefined without a date and a time. */
function toTypedRun(activity: StravaActivity): Run | undefined {
  const { start, name, notes, type, gear, metres, elapsed, moving, gain } = activity;
  if (Number.isNaN(start) || elapsed === undefined) return undefined;
  return {
    name,
    notes,
    sport: toSport(type),
    sportName: type,
    start,
    utcOffset: undefined,
    source: 'strava',
    device: undefined,
    gear: gear || undefined,
    track: emptyTrack(),
    laps: [],
    stated: { ...nothingStated, metres, elapsed, moving, gain },
  };
}
