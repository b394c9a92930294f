import type { SiteClient } from '../../session/site-client.ts';
import { readRemovable, removeRuns } from '../data/own-runs.ts';
import { requireData } from '../data/running-fault.ts';

export interface PastImport {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The number of its runs that still exist. */
  runs: number;
}

/** The newest import with remaining runs. */
export async function lastImport(client: SiteClient): Promise<PastImport | undefined> {
  const [row] = await requireData<{ id: string; created_at: string; runs: { count: number }[] }[]>(
    client
      .from('run_imports')
      .select('id, created_at, runs!inner(count)')
      .is('runs.deleted_at', null)
      .order('created_at', { ascending: false })
      .limit(1),
  );
  const count = row?.runs[0]?.count ?? 0;
  return row && count > 0 ? { id: row.id, at: Date.parse(row.created_at), runs: count } : undefined;
}

/**
 * Undoes an import: its runs are hidden at once, the runs that they replaced are restored, and then files and rows are removed. If it is
 * interrupted after the first step, the rest is removed an hour later (purgeDeletedRuns).
 */
export async function undoImport(client: SiteClient, importId: string): Promise<void> {
  const rows = await readRemovable(client, (runs) => runs.eq('import_id', importId));
  await requireData(client.rpc('undo_import', { import: importId }));
  await removeRuns(client, rows);
}
