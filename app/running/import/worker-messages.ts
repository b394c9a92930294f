import type { NamedFile } from '../../../running/import/import-files.ts';
import type { RunTraits } from '../../../running/import/plan-import.ts';

/** What the page and the worker that reads files say to each other. The files and all that was read stay with the worker. */

/** What a preview shows of a run. */
export interface FoundRun {
  name: string;
  day: string;
  start: number;
  metres: number;
  elapsed: number;
  moving: number;
  hasRoute: boolean;
}

export type FoundFile =
  | {
      kind: 'run';
      path: string;
      run: FoundRun;
      traits: RunTraits;
      /** By what the worker knows the run. */
      index: number;
      /** Name of the file to be kept; undefined for a run that was typed in. */
      original: string | undefined;
      /** About how much its row takes in a request. */
      bytes: number;
    }
  | { kind: 'broken' | 'ignored'; path: string; reason: string };

export interface ReadProgress {
  /** Bytes of the chosen files. */
  done: number;
  total: number;
  /** What is being read. */
  path: string;
  /** Runs until now. */
  found: number;
}

/** A row for `add_runs`, without what the page decides. */
export type RunRow = Record<string, unknown>;

/** A file to be sent: its bytes, or where they are when they are many. */
export type OriginalFile = Blob | Uint8Array<ArrayBuffer>;

export type WorkerRequest =
  | { kind: 'read'; files: NamedFile[] }
  | { kind: 'rows'; call: number; indexes: number[] }
  | { kind: 'original'; call: number; index: number };

export type WorkerReply =
  | { kind: 'progress'; progress: ReadProgress }
  | { kind: 'found'; files: FoundFile[] }
  | { kind: 'end' }
  | { kind: 'rows'; call: number; rows: RunRow[] }
  | { kind: 'original'; call: number; file: OriginalFile }
  | { kind: 'fault'; call: number | undefined; reason: string };

/** One end of the line between them: a worker, the worker's own scope, or a port. */
export interface WorkerPort<Out> {
  postMessage(message: Out): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
