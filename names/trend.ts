/**
 * Whether a name rises or falls. The rule: its share of all children in the last five years beside its share in the five years that ended ten years
 * earlier. Half as much again is rising, two thirds or less is falling. With fewer than fifty children in both together nothing is said.
 */
export const trends = ['rare', 'steady', 'rising', 'falling'] as const;
export type Trend = (typeof trends)[number];

export const trendYears = { window: 5, apart: 10 };
const minChildren = 50;
const factor = 1.5;

export function toTrend(now: Period, before: Period): Trend {
  if (now.count + before.count < minChildren) return 'rare';
  const ratio = now.count / now.births / (before.count / before.births);
  if (ratio >= factor) return 'rising';
  return ratio <= 1 / factor ? 'falling' : 'steady';
}

export interface Period {
  /** Children with the name, and all that are listed. */
  count: number;
  births: number;
}
