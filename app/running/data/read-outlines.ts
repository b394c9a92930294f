import type { SupabaseClient } from '@supabase/supabase-js';
import { isOutline } from '../../../running/drawing/draw-outline.ts';
import { inParts } from './read-all.ts';
import { requireData } from './running-fault.ts';

/** The shapes of some runs. What is not the shape of a run is left out, whoever stored it. */
export async function readOutlines(
  client: SupabaseClient,
  { table, key }: { table: string; key: string },
  ids: readonly string[],
): Promise<Map<string, string>> {
  // So many ids fit into an address.
  const parts = await Promise.all(
    inParts(ids, 100).map((part) =>
      requireData<{ id: string; outline: string }[]>(
        client.from(table).select(`id:${key}, outline`).in(key, part).neq('outline', ''),
      ),
    ),
  );
  const rows = parts.flat().filter(({ outline }) => isOutline(outline));
  return new Map(rows.map(({ id, outline }) => [id, outline]));
}
