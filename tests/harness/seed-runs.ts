/** Runs of a signed-in user, stored as an import stores them, for tests that begin after it. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { prepareRun } from '../../app/running/import/prepare-run.ts';
import { readRunFile } from '../../running/files/read-run-file.ts';
import type { Run } from '../../running/run.ts';
import { createSampleRuns } from '../../running/samples/sample-runs.ts';
import type { RunFile } from './run-files.ts';

/** Runs as a phone writes them: the samples of the page, but as a user's own runs. */
export function generatedRuns(until: string, weeks: number): Run[] {
  return createSampleRuns({ until, weeks }).map((run) => ({ ...run, source: 'gpx' }));
}

/** The runs of files that a watch or a phone has written. */
export async function readRuns(files: readonly RunFile[]): Promise<Run[]> {
  const read = await Promise.all(files.map(({ buffer }) => readRunFile(new Blob([new Uint8Array(buffer)]))));
  return read.flat();
}

/** Small enough for a request. */
const batchSize = 25;

/** `client` is signed in as the runner. The ids are in the order of the runs. */
export async function seedRuns(client: SupabaseClient, runs: readonly Run[]): Promise<string[]> {
  const { data, error } = await client.from('run_imports').insert({}).select('id').single<{ id: string }>();
  if (error) throw error;
  const rows = runs.map((run) => {
    const { row, packed } = prepareRun(run);
    return {
      ...row,
      packed: Buffer.from(packed).toString('base64'),
      id: crypto.randomUUID(),
      replaces: null,
    };
  });
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    const { error: refused } = await client.rpc('add_runs', { import: data.id, batch });
    if (refused) throw refused;
  }
  return rows.map(({ id }) => id);
}
