import { analyseRun } from '../../../running/analysis/analyse-run.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { readAll } from '../data/read-all.ts';
import { readOutlines } from '../data/read-outlines.ts';
import { type SummaryRow, summaryColumns, toEntry } from '../data/run-row.ts';
import { requireData } from '../data/running-fault.ts';
import type { RunSource } from '../run-source.ts';
import { isId } from './is-id.ts';
import { type PublishedTrack, toPublishedRun, trackColumns } from './published-track.ts';

/** The runs that the site's owner publishes; by its address, a public run of any user. */
export function createPublicSource(client: SiteClient): RunSource {
  return {
    kind: 'public',
    async list(signal) {
      const rows = await readAll<SummaryRow & { run_id: string }>((from, to) => {
        const question = client
          .rpc('owner_runs', {}, { get: true, count: 'exact' })
          .select(`run_id, ${summaryColumns}`)
          .order('started_at', { ascending: false })
          .order('run_id')
          .range(from, to);
        return signal ? question.abortSignal(signal) : question;
      });
      return rows.map((row) => toEntry(row.run_id, row, true));
    },
    outlines: (ids) => readOutlines(client, 'published_runs', ids),
    async open(id) {
      if (!isId(id)) return undefined;
      const row = await requireData<(SummaryRow & PublishedTrack) | null>(
        client
          .from('published_runs')
          .select(`${summaryColumns}, ${trackColumns}`)
          .eq('run_id', id)
          .maybeSingle(),
      );
      if (!row) return undefined;
      const run = toPublishedRun(row);
      return { entry: toEntry(id, row, true), run, analysis: analyseRun(run) };
    },
  };
}
