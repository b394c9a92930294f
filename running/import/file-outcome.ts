import { RunFileError, type RunFileFault } from '../files/run-file-error.ts';
import type { Run } from '../run.ts';

/** What became of one file, or of one activity in an archive. */
export type FileOutcome =
  | { kind: 'run'; path: string; run: Run; original: Original | undefined }
  | { kind: 'broken'; path: string; fault: RunFileFault; reason: string; cause?: unknown }
  /** Whole and readable, but nothing for a running page. */
  | { kind: 'ignored'; path: string; reason: string };

/** The file as it was chosen, to be kept and given back. It is read again only when it is asked for. */
export interface Original {
  name: string;
  open(): Promise<Blob | Uint8Array<ArrayBuffer>>;
}

/** One bad file stops nothing: whatever went wrong becomes its outcome. */
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
