import type { RunEntry } from '../run-source.ts';

/**
 * A few runs from which records, best efforts and gear have as many rows as from all of them: the longest has an effort over every
 * distance, one with a climb gives the record of climbing, and each pair of shoes is used.
 */
export function placeholderRunsFor(entries: readonly RunEntry[]): RunEntry[] {
  const chosen = new Set<RunEntry>();
  const take = (run: RunEntry | undefined) => run && chosen.add(run);
  take(farthestOf(entries));
  // A run that was entered by hand may be the longest, and has no efforts.
  take(farthestOf(entries.filter(({ hasRoute }) => hasRoute)));
  take(entries.find(({ gain }) => gain !== undefined && gain > 0));
  const worn = new Set<string>();
  for (const run of entries) {
    if (run.gear === undefined || worn.has(run.gear)) continue;
    worn.add(run.gear);
    take(run);
  }
  return [...chosen];
}

function farthestOf(runs: readonly RunEntry[]): RunEntry | undefined {
  return runs.reduce<RunEntry | undefined>(
    (best, run) => (best && best.metres >= run.metres ? best : run),
    undefined,
  );
}
