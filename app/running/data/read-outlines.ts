import { isOutline } from '../../../running/drawing/draw-outline.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { chunk } from './read-all.ts';
import { requireData } from './running-fault.ts';

/** The outlines of some runs. Stored text that is not an outline is left out. */
export async function readOutlines(
  client: SiteClient,
  table: 'runs' | 'published_runs',
  ids: readonly string[],
): Promise<Map<string, string>> {
  // The number of ids that fit into a URL.
  const parts = await Promise.all(
    chunk(ids, 100).map((part) =>
      requireData(
        table === 'runs'
          ? client.from(table).select('id, outline').in('id', part).neq('outline', '')
          : client.from(table).select('id:run_id, outline').in('run_id', part).neq('outline', ''),
      ),
    ),
  );
  const rows = parts.flat().filter(({ outline }) => isOutline(outline));
  return new Map(rows.map(({ id, outline }) => [id, outline]));
}
