import { parseCsv } from './csv.ts';
import type { Limits } from './limits.ts';
import { toSport } from './sport.ts';
import { toLine, toNotes } from './text-line.ts';

/** A row of activities.csv in a Strava export. */
export interface StravaActivity {
  id: string;
  /** Milliseconds since 1970; NaN when the date is written in a way that is not known. */
  start: number;
  name: string;
  /** '' in a language whose word is not known; the recording itself may say more. */
  type: string;
  notes: string;
  gear: string;
  /** Path of the recording inside the archive; '' when the activity was typed in by hand. */
  file: string;
  metres: number | undefined;
  elapsed: number | undefined;
  moving: number | undefined;
  gain: number | undefined;
}

/** The headings of an English export, and the places that have been the same in every language for years. */
const columns = {
  id: ['Activity ID', 0],
  start: ['Activity Date', 1],
  name: ['Activity Name', 2],
  type: ['Activity Type', 3],
  notes: ['Activity Description', 4],
  elapsed: ['Elapsed Time', 5],
  metres: ['Distance', 6],
  gear: ['Activity Gear', 11],
  file: ['Filename', 12],
  moving: ['Moving Time', 16],
  gain: ['Elevation Gain', 20],
} as const;

type Column = keyof typeof columns;

export function parseStravaActivities(text: string, limits: Pick<Limits, 'tableRow'>): StravaActivity[] {
  const [head = [], ...rows] = parseCsv(text, limits.tableRow);
  const isEnglish = head.includes('Filename');
  const places = findColumns(head, isEnglish);
  return rows.map((row) => {
    const value = (column: Column) => row[places[column]]?.trim() ?? '';
    return {
      id: toLine(value('id')),
      start: parseStravaDate(value('start')),
      name: toLine(value('name')),
      type: isEnglish || toSport(value('type')) === 'run' ? toLine(value('type')) : '',
      notes: toNotes(value('notes')),
      gear: toLine(value('gear')),
      file: value('file'),
      metres: readMetres(row, head, places),
      elapsed: readPositive(value('elapsed')),
      moving: readPositive(value('moving')),
      gain: readPositive(value('gain')),
    };
  });
}

function findColumns(head: string[], isEnglish: boolean): Record<Column, number> {
  const places = {} as Record<Column, number>;
  for (const [column, [heading, place]] of Object.entries(columns) as [Column, readonly [string, number]][]) {
    places[column] = isEnglish ? head.indexOf(heading) : place;
  }
  return places;
}

/** `Distance` comes twice: rounded kilometers for people, then meters for programs. */
function readMetres(row: string[], head: string[], places: Record<Column, number>): number | undefined {
  const second = head.indexOf(head[places.metres] ?? '', places.metres + 1);
  if (second > 0) return readPositive(row[second] ?? '');
  const kilometres = readPositive(row[places.metres] ?? '');
  return kilometres === undefined ? undefined : kilometres * 1000;
}

function readPositive(text: string): number | undefined {
  const value = Number(text.replace(/^(\d+),(\d+)$/, '$1.$2'));
  return text !== '' && value > 0 && value < 1e8 ? value : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `Mar 5, 2019, 6:12:45 PM`, `5 Mar 2019, 18:12:45` or `2019-03-05 18:12:45`, in UTC. */
export function parseStravaDate(text: string): number {
  const plain = text.replaceAll(/[\s\u202f]+/g, ' ').trim();
  const found =
    /^(?<month>[a-z]{3})[a-z.]* (?<day>\d{1,2}), (?<year>\d{4}),? (?<clock>.+)$/i.exec(plain) ??
    /^(?<day>\d{1,2}) (?<month>[a-z]{3})[a-z.]* (?<year>\d{4}),? (?<clock>.+)$/i.exec(plain) ??
    /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[ T](?<clock>.+)$/.exec(plain);
  const clock = /^(\d{1,2}):(\d{2}):(\d{2})(?: ([AP])M| UTC|Z)?$/i.exec(found?.groups?.clock ?? '');
  if (!found?.groups || !clock) return Number.NaN;
  const { year, month = '', day } = found.groups;
  const number = /^\d/.test(month) ? Number(month) - 1 : months.indexOf(month.toLowerCase());
  if (number < 0 || number > 11) return Number.NaN;
  const [, hours, minutes, seconds, half] = clock;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return Date.UTC(Number(year), number, Number(day), hour, Number(minutes), Number(seconds));
}
