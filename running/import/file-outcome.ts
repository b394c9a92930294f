import type { Run } from '../run.ts';
import { RunFileError, type RunFileFault } from '../run-file-error.ts';

/** What became of one file, or of one activity in an archive. */
export type FileOutcome =
  | { kind: 'run'; path: string; run: Run; original: Original | undefined }
  | { kind: 'broken'; path: string; fault: RunFileFault; reason: string; cause?: unknown }
  /** Of another sport by its own word. It is read again if the user chooses it all the same. */
  | {
      kind: 'ignored';
      path: string;
      reason: string;
      read: () => Promise<Run>;
      original: Original | undefined;
    };

/** The chosen file, to be stored and offered for download. It is read again only when it is needed. */
export interface Original {
  name: string;
  open(): Promise<Blob | Uint8Array<ArrayBuffer>>;
}

/** One bad file does not stop the import: the error becomes its outcome. */
export function toBroken(path: string, error: unknown): FileOutcome {
  if (error instanceof RunFileError) {
    return { kind: 'broken', path, fault: error.fault, reason: error.message };
  }
  return { kind: 'broken', path, fault: 'damaged', reason: 'This file could not be read.', cause: error };
}

/** `read` reads the same run once more: runs of other sports are not kept in memory. */
export function toOutcome(
  path: string,
  run: Run,
  original: Original | undefined,
  read: () => Promise<Run>,
): FileOutcome {
  if (run.sport !== 'other') return { kind: 'run', path, run, original };
  return { kind: 'ignored', path, reason: describeOther(run.sportName), read, original };
}

export function describeOther(sport: string): string {
  return `This is not a run: “${sport}”.`;
}

/** A file may have changed between two readings. */
export function requireRun(runs: readonly Run[], index = 0): Run {
  const run = runs[index];
  if (!run) throw new RunFileError('damaged', 'This file could not be read again.');
  return run;
}
