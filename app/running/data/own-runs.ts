import type { SiteClient } from '../../session/site-client.ts';
import { chunk, readAll } from './read-all.ts';
import { downloadFile, removeFiles, toFilePath } from './run-files.ts';
import { RunningFault, requireData } from './running-fault.ts';
import { toStorable } from './storable-text.ts';

export interface RunChanges {
  name?: string;
  notes?: string;
  /** Null or '' for none. */
  gear?: string | null | undefined;
}

export async function changeRun(client: SiteClient, id: string, changes: RunChanges): Promise<void> {
  const row = {
    ...(changes.name !== undefined && { name: toStorable(changes.name.trim(), 200) }),
    ...(changes.notes !== undefined && { notes: toStorable(changes.notes, 20_000) }),
    ...('gear' in changes && { gear: toStorable(changes.gear?.trim() ?? '', 200) || null }),
  };
  if (Object.keys(row).length === 0) return;
  await requireData(client.from('runs').update(row).eq('id', id));
}

/** The number of ids that fit into a URL. */
const idsPerRequest = 100;

/** Hides runs at once, also from the public. They can be restored for an hour; after that the next visit removes them. */
export async function deleteRuns(client: SiteClient, ids: readonly string[]): Promise<void> {
  for (const part of chunk(ids, idsPerRequest))
    await requireData(client.from('runs').update({ deleted_at: 'now' }).in('id', part));
}

export async function restoreRuns(client: SiteClient, ids: readonly string[]): Promise<void> {
  await requireData(client.rpc('restore_runs', { ids: [...ids] }));
}

/** The original file of a run, unchanged. */
export async function downloadOriginal(
  client: SiteClient,
  id: string,
): Promise<{ name: string; blob: Blob }> {
  const row = await requireData<{ original: string | null; original_name: string | null } | null>(
    client.from('runs').select('original, original_name').eq('id', id).maybeSingle(),
  );
  if (!row?.original) throw new RunningFault('The original file of this run was not saved.');
  return { name: row.original_name ?? 'run', blob: await downloadFile(client, row.original) };
}

const hour = 3_600_000;

/** Removes runs that were deleted more than an hour ago. Files go first: if it is interrupted, the next visit continues. */
export async function purgeDeletedRuns(client: SiteClient, now = Date.now()): Promise<void> {
  await purgeRuns(client, now - hour);
}

/** Removes the runs that were deleted before a point in time. */
export async function purgeRuns(client: SiteClient, before: number): Promise<void> {
  const limit = new Date(before).toISOString();
  await removeRuns(client, await readRemovable(client, (runs) => runs.lt('deleted_at', limit)));
}

interface RemovableRun {
  id: string;
  user_id: string;
  original: string | null;
  original_name: string | null;
}

const selectRemovable = (client: SiteClient) =>
  client.from('runs').select('id, user_id, original, original_name', { count: 'exact' });

/** The runs that a filter finds, with what is needed to remove them and their files. */
export function readRemovable(
  client: SiteClient,
  filter: (runs: ReturnType<typeof selectRemovable>) => ReturnType<typeof selectRemovable>,
): Promise<RemovableRun[]> {
  return readAll<RemovableRun>((from, to) => filter(selectRemovable(client)).order('id').range(from, to));
}

export async function removeRuns(client: SiteClient, rows: readonly RemovableRun[]): Promise<void> {
  await removeFiles(client, toPaths(rows));
  for (const part of chunk(rows, idsPerRequest)) {
    const ids = part.map(({ id }) => id);
    await requireData(client.from('runs').delete().in('id', ids));
  }
}

/** Includes files that were uploaded but not recorded, because the connection was lost in between. */
function toPaths(rows: readonly RemovableRun[]): string[] {
  return rows.flatMap(({ id, user_id, original, original_name }) =>
    original_name === null ? [] : (original ?? toFilePath(user_id, id, original_name)),
  );
}

/** The paths of all files of the user's runs, also of deleted ones. */
export async function listFilePaths(client: SiteClient): Promise<string[]> {
  return toPaths(await readRemovable(client, (runs) => runs));
}
