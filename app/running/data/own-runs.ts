import type { SupabaseClient } from '@supabase/supabase-js';
import { inParts, readAll } from './read-all.ts';
import { downloadFile, removeFiles, toFilePath } from './run-files.ts';
import { RunningFault, requireData } from './running-fault.ts';
import { toStorable } from './storable-text.ts';

export interface RunChanges {
  name?: string;
  notes?: string;
  /** Null or '' for none. */
  gear?: string | null | undefined;
}

export async function changeRun(client: SupabaseClient, id: string, changes: RunChanges): Promise<void> {
  const row = {
    ...(changes.name !== undefined && { name: toStorable(changes.name.trim(), 200) }),
    ...(changes.notes !== undefined && { notes: toStorable(changes.notes, 20_000) }),
    ...('gear' in changes && { gear: toStorable(changes.gear?.trim() ?? '', 200) || null }),
  };
  if (Object.keys(row).length === 0) return;
  await requireData(client.from('runs').update(row).eq('id', id));
}

/** So many ids fit into an address. */
const idsAtOnce = 100;

/** Hides runs at once, from strangers as well. For an hour they can be had back; after that the next visit removes them. */
export async function deleteRuns(client: SupabaseClient, ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids, idsAtOnce))
    await requireData(client.from('runs').update({ deleted_at: 'now' }).in('id', part));
}

export async function restoreRuns(client: SupabaseClient, ids: readonly string[]): Promise<void> {
  await requireData(client.rpc('restore_runs', { ids }));
}

/** The file that a run came from, byte by byte as it was. */
export async function downloadOriginal(
  client: SupabaseClient,
  id: string,
): Promise<{ name: string; blob: Blob }> {
  const row = await requireData<{ original: string | null; original_name: string | null } | null>(
    client.from('runs').select('original, original_name').eq('id', id).maybeSingle(),
  );
  if (!row?.original) throw new RunningFault('The file of this run was not kept.');
  return { name: row.original_name ?? 'run', blob: await downloadFile(client, row.original) };
}

const hour = 3_600_000;

/** Removes for good what was deleted more than an hour ago. Files first: broken off, the next visit goes on. */
export async function purgeDeletedRuns(client: SupabaseClient, now = Date.now()): Promise<void> {
  await purgeRuns(client, now - hour);
}

/** Those that were deleted before a moment. */
export async function purgeRuns(client: SupabaseClient, before: number): Promise<void> {
  const limit = new Date(before).toISOString();
  const rows = await readAll<RemovableRun>((from, to) =>
    client
      .from('runs')
      .select(removableColumns, { count: 'exact' })
      .lt('deleted_at', limit)
      .order('id')
      .range(from, to),
  );
  await removeRuns(client, rows);
}

export interface RemovableRun {
  id: string;
  user_id: string;
  original: string | null;
  original_name: string | null;
}

export const removableColumns = 'id, user_id, original, original_name';

export async function removeRuns(client: SupabaseClient, rows: readonly RemovableRun[]): Promise<void> {
  await removeFiles(client, toPaths(rows));
  for (const part of inParts(rows, idsAtOnce)) {
    const ids = part.map(({ id }) => id);
    await requireData(client.from('runs').delete().in('id', ids));
  }
}

/** Also where nobody noted that a file has arrived: the connection may have been cut just then. */
function toPaths(rows: readonly RemovableRun[]): string[] {
  return rows.flatMap(({ id, user_id, original, original_name }) =>
    original_name === null ? [] : (original ?? toFilePath(user_id, id, original_name)),
  );
}

/** Where all the files of one's runs are, of deleted ones too. */
export async function listFilePaths(client: SupabaseClient): Promise<string[]> {
  const rows = await readAll<RemovableRun>((from, to) =>
    client.from('runs').select(removableColumns, { count: 'exact' }).order('id').range(from, to),
  );
  return toPaths(rows);
}
