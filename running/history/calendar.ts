import { addDays, dayOfWeek, daysBetween, type WeekStart } from '../day.ts';

export interface CalendarDay {
  day: string;
  metres: number;
  runs: number;
  /** 0 without a run, then 1 to 4 by quarters of the days with one. */
  level: 0 | 1 | 2 | 3 | 4;
  /** Column and row in the calendar. */
  week: number;
  weekday: number;
}

interface DayOfRun {
  day: string;
  metres: number;
}

/** Every day of a year, as the squares of a calendar: weeks are columns. */
export function toCalendar(
  runs: readonly DayOfRun[],
  year: number,
  weekStart: WeekStart = 'monday',
): CalendarDay[] {
  const first = `${String(year).padStart(4, '0')}-01-01`;
  const length = daysBetween(first, `${String(year + 1).padStart(4, '0')}-01-01`);
  const shift = dayOfWeek(first, weekStart);
  const days = Array.from({ length }, (_, index): CalendarDay => {
    const place = index + shift;
    const day = addDays(first, index);
    return { day, metres: 0, runs: 0, level: 0, week: Math.floor(place / 7), weekday: place % 7 };
  });
  for (const { day, metres } of runs) {
    const found = day.startsWith(first.slice(0, 5)) ? days[daysBetween(first, day)] : undefined;
    if (!found) continue;
    found.metres += metres;
    found.runs += 1;
  }
  const sorted = days
    .filter(({ runs: count }) => count > 0)
    .map(({ metres }) => metres)
    .sort((a, b) => a - b);
  const quarters = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
  for (const day of days) if (day.runs > 0) day.level = toLevel(day.metres, quarters);
  return days;
}

function toLevel(metres: number, quarters: number[]): 1 | 2 | 3 | 4 {
  const passed = quarters.filter((quarter) => metres > quarter).length;
  return passed === 0 ? 1 : passed === 1 ? 2 : passed === 2 ? 3 : 4;
}
