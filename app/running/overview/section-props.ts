import type { WeekStart } from '../../../running/day.ts';
import type { Unit } from '../../../running/units.ts';
import type { RunEntry } from '../run-source.ts';
import type { RunningQuery } from '../state/running-query.ts';
import type { ChangeQuery } from '../state/use-running-query.ts';

/** Props of the sections of the overview. */
export interface SectionProps {
  entries: readonly RunEntry[];
  unit: Unit;
  today: string;
  weekStart: WeekStart;
  query: RunningQuery;
  change: ChangeQuery;
}
