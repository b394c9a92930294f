import type { Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';

/**
 * The runs of a file that could not be read to its end, with the reason: a watch that died leaves the beginning of a run. Throws the
 * reason when there is no run in what could be read.
 */
export function finishIncomplete(finish: () => Run[], reason: unknown): Run[] {
  if (!(reason instanceof RunFileError) || reason.fault !== 'damaged') throw reason;
  let runs: Run[];
  try {
    runs = finish().filter(({ track }) => track.time.length > 1);
  } catch {
    throw reason;
  }
  if (runs.length === 0) throw reason;
  return runs.map((run) => ({ ...run, incomplete: `Incomplete. ${reason.message}` }));
}
