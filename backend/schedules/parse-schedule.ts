/**
 * The schedules of pg_cron: five fields as in a crontab, a word like `@daily`, or `30 seconds`. Own code, because packages for crontabs
 * write the last day of a month as `L`, and differ from cron in when both days of a schedule must match. `cron._require_schedule` in
 * database/extensions/pg_cron.sql refuses the same texts.
 */

export interface Times {
  kind: 'times';
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  /** 0 and 7 are Sunday. */
  weekdays: ReadonlySet<number>;
  includesLastDay: boolean;
  /** Whether the day of the month and the weekday must both match. Otherwise one of them is enough. */
  needsBothDays: boolean;
}

export type Schedule = Times | { kind: 'interval'; seconds: number } | { kind: 'reboot' };

interface Field {
  low: number;
  high: number;
  names: readonly string[];
}

const minute: Field = { low: 0, high: 59, names: [] };
const hour: Field = { low: 0, high: 23, names: [] };
const dayOfMonth: Field = { low: 1, high: 31, names: [] };
const month: Field = {
  low: 1,
  high: 12,
  names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const dayOfWeek: Field = { low: 0, high: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };

const words: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Throws when the text is no schedule. */
export function parseSchedule(text: string): Schedule {
  const plain = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '').toLowerCase();
  if (plain === '@reboot' || plain === '@restart') return { kind: 'reboot' };
  const seconds = /^0*([1-9]|[1-5][0-9])[ \t\r\n]*seconds?$/.exec(plain)?.[1];
  if (seconds !== undefined) return { kind: 'interval', seconds: Number(seconds) };
  const fields = (words[plain] ?? plain).split(/[ \t\r\n]+/);
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = fields;
  if (fields.length !== 5) throw invalid(text);
  const includesLastDay = days === '$';
  const read = (field: Field, value: string) => readField(field, value) ?? fail(text);
  return {
    kind: 'times',
    minutes: read(minute, minutes),
    hours: read(hour, hours),
    days: includesLastDay ? new Set() : read(dayOfMonth, days),
    months: read(month, months),
    weekdays: read(dayOfWeek, weekdays),
    includesLastDay,
    // As in cron, a field that begins with an asterisk does not choose days by itself, even with a step.
    needsBothDays: days.startsWith('*') || weekdays.startsWith('*'),
  };
}

/** `*`, `5`, `1-5`, `mon-fri`, with a step after an asterisk or a range, and lists of these. Undefined when it is none. */
function readField(field: Field, text: string): Set<number> | undefined {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const found = /^(?:(\*)|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:\/([0-9]{1,3}))?$/.exec(item);
    if (!found) return undefined;
    const [, star, from = '', to, step] = found;
    const first = star ? field.low : readNumber(field, from);
    const last = star ? field.high : readNumber(field, to ?? from);
    const every = Number(step ?? 1);
    const isSingle = !star && to === undefined;
    if (first < field.low || last > field.high || !(first <= last)) return undefined;
    if (every < 1 || every > field.high || (isSingle && step !== undefined)) return undefined;
    for (let value = first; value <= last; value += every) values.add(value);
  }
  return values;
}

/** NaN when it is neither a name nor a number. */
function readNumber({ low, names }: Field, text: string): number {
  const place = names.indexOf(text);
  if (place >= 0) return place + low;
  return /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

function invalid(text: string): Error {
  return new Error(`invalid schedule: ${text}`);
}

function fail(text: string): never {
  throw invalid(text);
}
