import type { NamedFile } from '../../../running/import/import-files.ts';
import type { RunTraits } from '../../../running/import/plan-import.ts';

/** Messages between the page and the import worker. The files and everything parsed stay in the worker. */

/** The properties of a run that a preview shows. */
export interface FoundRun {
  name: string;
  day: string;
  start: number;
  metres: number;
  elapsed: number;
  moving: number;
  hasRoute: boolean;
}

/** A run that the worker can send. */
export interface SendableRun {
  /** The index of the run in the worker. */
  index: number;
  /** The name of the original file; undefined for a run that was entered by hand. */
  original: string | undefined;
  /** The approximate size of its row in a request. */
  bytes: number;
}

export type FoundFile =
  | (SendableRun & {
      kind: 'run';
      path: string;
      run: FoundRun;
      traits: RunTraits;
      /** Sentences that say what is missing, and why it may be no run; '' when there is nothing to say. */
      fault: string;
      doubt: string;
      /** The user has to say when it was. */
      isUndated: boolean;
    })
  | (SendableRun & { kind: 'ignored'; path: string; reason: string })
  | { kind: 'broken'; path: string; reason: string };

export interface ReadProgress {
  /** Bytes of the chosen files. */
  done: number;
  total: number;
  /** The file that is being read. */
  path: string;
  /** The number of runs so far. */
  found: number;
}

/** A row for `add_runs`, without the columns that the page sets. */
export type RunRow = Record<string, unknown>;

/** A file to upload: its bytes, or a blob when it is large. */
export type OriginalFile = Blob | Uint8Array<ArrayBuffer>;

export type WorkerRequest =
  | { kind: 'read'; files: NamedFile[] }
  /** `start` of a run whose file has no date, in milliseconds since 1970 on the user's clock. */
  | { kind: 'rows'; call: number; runs: { index: number; start: number | undefined }[] }
  | { kind: 'original'; call: number; index: number };

export type WorkerReply =
  | { kind: 'progress'; progress: ReadProgress }
  | { kind: 'found'; files: FoundFile[] }
  | { kind: 'end' }
  | { kind: 'rows'; call: number; rows: RunRow[] }
  | { kind: 'original'; call: number; file: OriginalFile }
  | { kind: 'fault'; call: number | undefined; reason: string };

/** One end of the channel: a worker, the worker's own scope, or a message port. */
export interface WorkerPort<Out> {
  postMessage(message: Out): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
