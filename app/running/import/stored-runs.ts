import type { SupabaseClient } from '@supabase/supabase-js';
import type { StoredRun } from '../../../running/import/plan-import.ts';
import { readAll } from '../data/read-all.ts';

export interface StoredRunTraits extends StoredRun {
  /** The name of its original file, if that was never uploaded. */
  missing: string | undefined;
}

interface Row {
  id: string;
  started_at: string;
  elapsed: number;
  metres: number;
  richness: number;
  original: string | null;
  original_name: string | null;
}

/** The properties of the stored runs by which they are recognised in files. */
export async function readStoredRuns(client: SupabaseClient): Promise<StoredRunTraits[]> {
  const rows = await readAll<Row>((from, to) =>
    client
      .from('runs')
      .select('id, started_at, elapsed, metres, richness, original, original_name', { count: 'exact' })
      .is('deleted_at', null)
      .is('replaced_by', null)
      .order('id')
      .range(from, to),
  );
  return rows.map(({ id, started_at, elapsed, metres, richness, original, original_name }) => ({
    id,
    start: Date.parse(started_at),
    elapsed,
    metres,
    richness,
    missing: original === null ? (original_name ?? undefined) : undefined,
  }));
}
