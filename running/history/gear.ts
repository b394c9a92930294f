import { compareDays } from '../day.ts';

export interface GearTotals {
  name: string;
  runs: number;
  metres: number;
  moving: number;
  firstDay: string;
  lastDay: string;
}

interface GearRun {
  gear: string | undefined;
  day: string;
  metres: number;
  moving: number;
}

/** What each pair of shoes has done, the last used one first. Runs without gear are left out. */
export function sumGear(runs: readonly GearRun[]): GearTotals[] {
  const totals = new Map<string, GearTotals>();
  for (const { gear, day, metres, moving } of runs) {
    if (!gear) continue;
    const sum = totals.get(gear) ?? {
      name: gear,
      runs: 0,
      metres: 0,
      moving: 0,
      firstDay: day,
      lastDay: day,
    };
    sum.runs += 1;
    sum.metres += metres;
    sum.moving += moving;
    if (day < sum.firstDay) sum.firstDay = day;
    if (day > sum.lastDay) sum.lastDay = day;
    totals.set(gear, sum);
  }
  return [...totals.values()].sort((a, b) => compareDays(b.lastDay, a.lastDay) || b.metres - a.metres);
}
