import type { Run } from '../run.ts';
import { RunFileError, type RunFileFault } from '../run-file-error.ts';

/** What became of one file, or of one activity in an archive. */
export type FileOutcome =
  | { kind: 'run'; path: string; run: Run; original: Original | undefined }
  | { kind: 'broken'; path: string; fault: RunFileFault; reason: string; cause?: unknown }
  /** Valid and readable, but not a run. */
  | { kind: 'ignored'; path: string; reason: string };

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

export function toOutcome(path: string, run: Run, original: Original | undefined): FileOutcome {
  return run.sport === 'other' ? toIgnored(path, run.sportName) : { kind: 'run', path, run, original };
}

export function toIgnored(path: string, sport: string): FileOutcome {
  return { kind: 'ignored', path, reason: `This is no run but “${sport}”.` };
}
