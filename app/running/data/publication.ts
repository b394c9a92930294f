import type { SupabaseClient } from '@supabase/supabase-js';
import { openOwnRuns } from './open-run.ts';
import { listZones } from './privacy-zones.ts';
import { type PublishedRow, toPublishedRow } from './published-row.ts';
import { inParts, readAll } from './read-all.ts';
import { RunningFault, requireData } from './running-fault.ts';

/** What became of the runs that were to be published. */
export interface Publication {
  published: string[];
  refused: { id: string; reason: string }[];
}

export type Told = (done: number, total: number) => void;

/** Shows runs to everybody, as far as the zones leave something of them. The database checks each of them once more. */
export async function publish(
  client: SupabaseClient,
  ids: readonly string[],
  onProgress: Told = () => {},
): Promise<Publication> {
  const result: Publication = { published: [], refused: [] };
  let cut = await readZones(client);
  const count = () => result.published.length + result.refused.length;
  for await (const { id, run } of openOwnRuns(client, ids)) {
    const refuse = (reason: string) => result.refused.push({ id, reason });
    const put = async () => {
      const row = run && toPublishedRow(run, cut.zones, cut.version);
      if (row) await save(client, id, row);
      // What an older publication shows is cut by older zones.
      else await unpublish(client, [id]);
      return row !== undefined;
    };
    try {
      const isThere = await put().catch(async (error: unknown) => {
        if (!(error instanceof RunningFault) || error.hint !== 'zones_changed') throw error;
        cut = await readZones(client);
        return put();
      });
      if (isThere) result.published.push(id);
      else refuse(run ? 'All of this run lies in your privacy zones.' : 'This run is no longer there.');
    } catch (error) {
      if (!(error instanceof RunningFault) || !lasting.has(error.hint)) throw error;
      refuse(error.message);
    }
    onProgress(count(), ids.length);
  }
  return result;
}

/** Faults of one run, which stop no other. */
const lasting = new Set(['in_zone', 'not_a_run', 'no_such_run', 'zones_changed']);

async function save(client: SupabaseClient, id: string, row: PublishedRow): Promise<void> {
  await requireData(client.from('published_runs').upsert({ run_id: id, ...row }, { onConflict: 'run_id' }));
}

/** The version first: should a zone change in between, the version is old and the database says so. */
async function readZones(client: SupabaseClient) {
  const version = await readVersion(client);
  return { version, zones: await listZones(client) };
}

async function readVersion(client: SupabaseClient): Promise<number> {
  const row = await requireData<{ zones_version: number } | null>(
    client.from('running_settings').select('zones_version').maybeSingle(),
  );
  return row?.zones_version ?? 0;
}

export async function unpublish(client: SupabaseClient, ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids, 100))
    await requireData(client.from('published_runs').delete().in('run_id', part));
}

/** Public runs that nobody sees at the moment, because a zone changed after they were cut. */
export async function countStale(client: SupabaseClient): Promise<number> {
  return (await listStale(client)).length;
}

/** Cuts everything anew that a changed zone has hidden, so that it is seen again. */
export async function republishAll(client: SupabaseClient, onProgress?: Told): Promise<Publication> {
  return publish(client, await listStale(client), onProgress);
}

async function listStale(client: SupabaseClient): Promise<string[]> {
  const version = await readVersion(client);
  const rows = await readAll<{ id: string }>((from, to) =>
    client
      .from('runs')
      .select('id', { count: 'exact' })
      .neq('published_version', version)
      .is('deleted_at', null)
      .is('replaced_by', null)
      .order('id')
      .range(from, to),
  );
  return rows.map(({ id }) => id);
}
