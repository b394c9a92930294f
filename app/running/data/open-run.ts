import type { Run } from '../../../running/run.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { chunk } from './read-all.ts';
import { type DetailRow, detailColumns, type SummaryRow, summaryColumns, toRun } from './run-row.ts';
import { requireData } from './running-fault.ts';
import { parseTrackText } from './track-text.ts';

export interface OwnRow extends SummaryRow, DetailRow {
  id: string;
  /** Null for a private run. */
  published_version: number | null;
}

export interface OwnRun {
  row: OwnRow;
  run: Run;
}

const columns = `id, published_version, ${summaryColumns}, ${detailColumns}`;

/** Some of the user's runs with their tracks, by id. */
export async function readOwnRuns(client: SiteClient, ids: readonly string[]): Promise<Map<string, OwnRun>> {
  const [rows, tracks] = await Promise.all([
    requireData(
      client
        .from('runs')
        .select(columns)
        .in('id', [...ids])
        .is('deleted_at', null)
        .overrideTypes<OwnRow[], { merge: false }>(),
    ),
    requireData(
      client
        .from('run_tracks')
        .select('run_id, packed')
        .in('run_id', [...ids]),
    ),
  ]);
  const packed = new Map(tracks.map((track) => [track.run_id, track.packed]));
  return new Map(
    rows.map((row) => [row.id, { row, run: toRun(row, parseTrackText(packed.get(row.id) ?? '')) }]),
  );
}

/** The user's runs one after the other, a few at a time: all tracks at once would be too much for a phone. */
export async function* openOwnRuns(
  client: SiteClient,
  ids: readonly string[],
): AsyncGenerator<{ id: string; run: Run | undefined }> {
  for (const part of chunk(ids, 10)) {
    const runs = await readOwnRuns(client, part);
    for (const id of part) yield { id, run: runs.get(id)?.run };
  }
}
