import type { Run } from '../run.ts';
import type { FileOutcome } from './file-outcome.ts';

/** What an export says about its recordings in a file of its own: names, sports, and runs without a recording. */
export interface ExportTable {
  /** The sport of a recording before it is read; '' when the table does not say. */
  sportOf(entry: string): string;
  /** A run of that recording with what the table says about it. */
  describe(entry: string, run: Run): Run;
  /** The activities of which no recording was read. */
  rest(): Iterable<FileOutcome>;
}
