import type { SupabaseClient } from '@supabase/supabase-js';
import { isOutline } from '../../../running/drawing/draw-outline.ts';
import { chunk } from './read-all.ts';
import { requireData } from './running-fault.ts';

/** The outlines of some runs. Stored text that is not an outline is left out. */
export async function readOutlines(
  client: SupabaseClient,
  { table, key }: { table: string; key: string },
  ids: readonly string[],
): Promise<Map<string, string>> {
  // The number of ids that fit into a URL.
  const parts = await Promise.all(
    chunk(ids, 100).map((part) =>
      requireData<{ id: string; outline: string }[]>(
        client.from(table).select(`id:${key}, outline`).in(key, part).neq('outline', ''),
      ),
    ),
  );
  const rows = parts.flat().filter(({ outline }) => isOutline(outline));
  return new Map(rows.map(({ id, outline }) => [id, outline]));
}
