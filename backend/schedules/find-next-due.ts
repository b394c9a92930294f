import type { Schedule, Times } from './parse-schedule.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The 29th of February is a given weekday once in 40 years at the latest. */
const maxDays = 41 * 366;

/**
 * The first time after this one at which the schedule is due, in GMT as in pg_cron; undefined when there is none, as for the 30th of
 * February. Intervals begin at fixed times, so that all processes agree on them.
 */
export function findNextDue(schedule: Schedule, after: number): number | undefined {
  if (schedule.kind === 'reboot') return undefined;
  if (schedule.kind === 'interval') {
    const everyMs = schedule.seconds * 1000;
    return (Math.floor(after / everyMs) + 1) * everyMs;
  }
  const first = (Math.floor(after / minuteMs) + 1) * minuteMs;
  let day = first - (first % dayMs);
  for (let count = 0; count < maxDays; count += 1, day += dayMs) {
    const found = isDay(schedule, day) ? findInDay(schedule, day, first) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDay(times: Times, day: number): boolean {
  const date = new Date(day);
  if (!times.months.has(date.getUTCMonth() + 1)) return false;
  const isLastDay = new Date(day + dayMs).getUTCDate() === 1;
  const matchesDay = times.days.has(date.getUTCDate()) || (times.includesLastDay && isLastDay);
  const weekday = date.getUTCDay();
  const matchesWeekday = times.weekdays.has(weekday) || (weekday === 0 && times.weekdays.has(7));
  return times.needsBothDays ? matchesDay && matchesWeekday : matchesDay || matchesWeekday;
}

function findInDay({ hours, minutes }: Times, day: number, first: number): number | undefined {
  for (let hour = 0; hour < 24; hour += 1) {
    if (!hours.has(hour) || day + (hour + 1) * 60 * minuteMs <= first) continue;
    for (let minute = 0; minute < 60; minute += 1) {
      const time = day + (hour * 60 + minute) * minuteMs;
      if (minutes.has(minute) && time >= first) return time;
    }
  }
  return undefined;
}

/** How often it was due after the first time and until the second. Counting ends at a million. */
export function countDue(schedule: Schedule, after: number, until: number): number {
  let count = 0;
  for (let due = findNextDue(schedule, after); due !== undefined && due <= until; count += 1) {
    if (count >= 1_000_000) break;
    due = findNextDue(schedule, due);
  }
  return count;
}
