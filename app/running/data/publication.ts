import type { TablesInsert } from '../../../supabase/database.types.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { openOwnRuns } from './open-run.ts';
import { listZones } from './privacy-zones.ts';
import { type PublishedRow, toPublishedRow } from './published-row.ts';
import { chunk, readAll } from './read-all.ts';
import { RunningFault, requireData } from './running-fault.ts';

/** The result of publishing runs. */
export interface Publication {
  published: string[];
  refused: { id: string; reason: string }[];
}

export type ReportProgress = (done: number, total: number) => void;

/** Publishes runs, as far as the zones leave something of them. The database checks each of them again. */
export async function publish(
  client: SiteClient,
  ids: readonly string[],
  onProgress: ReportProgress = () => {},
): Promise<Publication> {
  const result: Publication = { published: [], refused: [] };
  let cut = await readZones(client);
  const count = () => result.published.length + result.refused.length;
  for await (const { id, run } of openOwnRuns(client, ids)) {
    const refuse = (reason: string) => result.refused.push({ id, reason });
    const put = async () => {
      const row = run && toPublishedRow(run, cut.zones, cut.version);
      if (row) await save(client, id, row);
      // An older publication was cut by older zones.
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
      else refuse(run ? 'All of this run lies in your privacy zones.' : 'This run no longer exists.');
    } catch (error) {
      if (!(error instanceof RunningFault) || !runFaults.has(error.hint)) throw error;
      refuse(error.message);
    }
    onProgress(count(), ids.length);
  }
  return result;
}

/** Errors of a single run, which do not stop the others. */
const runFaults = new Set(['in_zone', 'not_a_run', 'no_such_run', 'zones_changed']);

async function save(client: SiteClient, id: string, row: PublishedRow): Promise<void> {
  // The types of the database have no null in lists.
  const stored = { run_id: id, ...row } as TablesInsert<'published_runs'>;
  await requireData(client.from('published_runs').upsert(stored, { onConflict: 'run_id' }));
}

/** The version is read first: if a zone changes in between, the version is old and the database refuses it. */
async function readZones(client: SiteClient) {
  const version = await readVersion(client);
  return { version, zones: await listZones(client) };
}

async function readVersion(client: SiteClient): Promise<number> {
  const row = await requireData<{ zones_version: number } | null>(
    client.from('running_settings').select('zones_version').maybeSingle(),
  );
  return row?.zones_version ?? 0;
}

export async function unpublish(client: SiteClient, ids: readonly string[]): Promise<void> {
  for (const part of chunk(ids, 100))
    await requireData(client.from('published_runs').delete().in('run_id', part));
}

/** The number of public runs that are hidden because a zone changed after they were cut. */
export async function countStale(client: SiteClient): Promise<number> {
  return (await listStale(client)).length;
}

/** Cuts every run again that a changed zone has hidden, so that it is visible again. */
export async function republishAll(client: SiteClient, onProgress?: ReportProgress): Promise<Publication> {
  return publish(client, await listStale(client), onProgress);
}

async function listStale(client: SiteClient): Promise<string[]> {
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
