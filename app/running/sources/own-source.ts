import { analyseRun } from '../../../running/analysis/analyse-run.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { readOwnRuns } from '../data/open-run.ts';
import { purgeDeletedRuns } from '../data/own-runs.ts';
import { readAll } from '../data/read-all.ts';
import { readOutlines } from '../data/read-outlines.ts';
import { type SummaryRow, summaryColumns, toEntry } from '../data/run-row.ts';
import type { RunSource } from '../run-source.ts';
import { isId } from './is-id.ts';

type Row = SummaryRow & { id: string; published_version: number | null };

/** The runs of the signed-in user. */
export function createOwnSource(client: SiteClient): RunSource {
  let isTidied = false;
  /** Runs in the background; a failure is left to the next visit. */
  const tidyOnce = () => {
    if (isTidied) return;
    isTidied = true;
    purgeDeletedRuns(client).catch((error: unknown) =>
      console.warn('Deleted runs could not be removed.', error),
    );
  };
  return {
    kind: 'own',
    async list(signal) {
      const rows = await readAll<Row>((from, to) => {
        const question = client
          .from('runs')
          .select(`id, published_version, ${summaryColumns}`, { count: 'exact' })
          .is('deleted_at', null)
          .is('replaced_by', null)
          .order('started_at', { ascending: false })
          .order('id')
          .range(from, to);
        return signal ? question.abortSignal(signal) : question;
      });
      tidyOnce();
      return rows.map((row) => toEntry(row.id, row, row.published_version !== null));
    },
    outlines: (ids) => readOutlines(client, 'runs', ids),
    async open(id) {
      const own = isId(id) ? (await readOwnRuns(client, [id])).get(id) : undefined;
      if (!own) return undefined;
      const { row, run } = own;
      return {
        entry: toEntry(id, row, row.published_version !== null),
        run,
        analysis: analyseRun(run),
        ...(row.original && row.original_name && { original: row.original_name }),
      };
    },
  };
}
