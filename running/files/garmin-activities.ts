import { RunFileError } from '../run-file-error.ts';
import { toLine, toNotes } from './text-line.ts';

/** An activity of *_summarizedActivities.json in a Garmin export. */
export interface GarminActivity {
  /** Milliseconds since 1970. */
  start: number;
  /** Minutes that the runner's clock was ahead of UTC. */
  utcOffset: number | undefined;
  name: string;
  notes: string;
  type: string;
  metres: number | undefined;
  elapsed: number | undefined;
  moving: number | undefined;
  gain: number | undefined;
  heartRate: number | undefined;
}

/** Lengths are in centimeters there, times in milliseconds. */
export function parseGarminActivities(text: string): GarminActivity[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new RunFileError('damaged', 'This list of activities is not complete JSON.', { cause });
  }
  const parts: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return parts.flatMap((part) => {
    const list = isRecord(part) ? part.summarizedActivitiesExport : undefined;
    return Array.isArray(list) ? list.filter(isRecord).flatMap(toActivity) : [];
  });
}

function toActivity(fields: Record<string, unknown>): GarminActivity[] {
  // The whole of a triathlon is listed beside its parts.
  const start = readNumber(fields.beginTimestamp) ?? readNumber(fields.startTimeGmt);
  if (start === undefined || fields.parent === true) return [];
  const local = readNumber(fields.startTimeLocal);
  const minutes = local === undefined ? undefined : Math.round((local - start) / 900_000) * 15;
  const scaled = (value: unknown, parts: number) => {
    const number = readNumber(value);
    return number !== undefined && number > 0 ? number / parts : undefined;
  };
  return [
    {
      start,
      utcOffset: minutes !== undefined && Math.abs(minutes) <= 14 * 60 ? minutes : undefined,
      name: readText(fields.name),
      notes: toNotes(typeof fields.description === 'string' ? fields.description : ''),
      type: readText(fields.activityType) || readText(fields.sportType),
      metres: scaled(fields.distance, 100),
      elapsed: scaled(fields.elapsedDuration, 1000) ?? scaled(fields.duration, 1000),
      moving: scaled(fields.duration, 1000),
      gain: scaled(fields.elevationGain, 100),
      heartRate: scaled(fields.avgHr, 1),
    },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? toLine(value) : '';
}
