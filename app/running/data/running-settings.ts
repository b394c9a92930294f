import type { WeekStart } from '../../../running/day.ts';
import type { Goal } from '../../../running/history/totals.ts';
import type { Unit } from '../../../running/units.ts';
import { createSerialQueue } from '../../runtime/serial-queue.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { requireData } from './running-fault.ts';

export interface RunningSettings {
  /** Undefined until the user chooses. */
  unit: Unit | undefined;
  weekStart: WeekStart;
  goals: Goal[];
  /** By the name of the gear. */
  gear: Record<string, { retired?: boolean; limitMetres?: number }>;
  highestHeartRate: number | undefined;
  samplesHidden: boolean;
}

interface Row {
  unit: Unit | null;
  week_start: WeekStart;
  goals: Goal[];
  gear: RunningSettings['gear'];
  highest_heart_rate: number | null;
  samples_hidden: boolean;
}

const columns = 'unit, week_start, goals, gear, highest_heart_rate, samples_hidden';

export async function readSettings(client: SiteClient): Promise<RunningSettings> {
  const row = await requireData(
    client.from('running_settings').select(columns).maybeSingle().overrideTypes<Row, { merge: false }>(),
  );
  return {
    unit: row?.unit ?? undefined,
    weekStart: row?.week_start ?? 'monday',
    goals: row?.goals ?? [],
    gear: row?.gear ?? {},
    highestHeartRate: row?.highest_heart_rate ?? undefined,
    samplesHidden: row?.samples_hidden ?? false,
  };
}

const enqueue = createSerialQueue();

/** Properties that are not given stay unchanged. Saves run one at a time: of two quick changes the later one stays. */
export async function saveSettings(client: SiteClient, changes: Partial<RunningSettings>): Promise<void> {
  const row: Partial<Row> = {
    ...('unit' in changes && { unit: changes.unit ?? null }),
    ...(changes.weekStart && { week_start: changes.weekStart }),
    ...(changes.goals && { goals: changes.goals }),
    ...(changes.gear && { gear: changes.gear }),
    ...('highestHeartRate' in changes && { highest_heart_rate: changes.highestHeartRate ?? null }),
    ...(changes.samplesHidden !== undefined && { samples_hidden: changes.samplesHidden }),
  };
  if (Object.keys(row).length === 0) return;
  await enqueue(() => requireData(client.from('running_settings').upsert(row, { onConflict: 'user_id' })));
}
