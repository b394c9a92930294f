import { effortDistances } from '../../../running/analysis/best-efforts.ts';
import type { Source } from '../../../running/run.ts';
import site from '../../../site.config.ts';
import { formatMoment } from '../../format/date.ts';

/** A run without a name is named after the time of day, as watches do. */
export function nameOf({
  name,
  start,
  utcOffset,
}: {
  name: string;
  start: number;
  utcOffset: number;
}): string {
  if (name.trim() !== '') return name;
  const hour = new Date(start + utcOffset * 60_000).getUTCHours();
  if (hour < 5 || hour >= 22) return 'Night run';
  if (hour < 12) return 'Morning run';
  return hour < 17 ? 'Afternoon run' : 'Evening run';
}

/** `Sunday, November 15, 2026 at 7:42 AM`, in the runner's time zone. */
export function formatWhen(start: number, utcOffset: number): string {
  return formatMoment(start + utcOffset * 60_000, site.language);
}

/** An ISO timestamp: `2026-11-15T07:42:00+01:00`. */
export function toTimestamp(start: number, utcOffset: number): string {
  const local = new Date(start + utcOffset * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(utcOffset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${utcOffset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `Half marathon`; meters where the distance has no name. */
export function nameOfEffort(metres: number): string {
  return effortDistances.find((each) => each.metres === metres)?.name ?? `${Math.round(metres)} m`;
}

const sources: Record<Source, string> = {
  fit: 'FIT file',
  tcx: 'TCX file',
  gpx: 'GPX file',
  strava: 'Entered on Strava',
  garmin: 'Garmin, without a recording',
  apple: 'Apple Health, without a route',
  sample: 'Sample',
};

export function describeSource(source: Source): string {
  return sources[source];
}
