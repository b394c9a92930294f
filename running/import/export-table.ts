import { toSport } from '../files/sport.ts';
import { emptyTrack, type Run } from '../run.ts';
import type { FileOutcome } from './file-outcome.ts';

/** What an export says about its recordings in a file of its own: names, sports, and runs without a recording. */
export interface ExportTable {
  /** Notes that the archive has this recording, and returns its sport; '' when the table does not say. */
  claim(entry: string): string;
  /** A run of that recording with what the table says about it. */
  describe(entry: string, run: Run): Run;
  /** The activities of which there is no recording. */
  rest(): Iterable<FileOutcome>;
}

/** A run of which an export has no recording: sums, no points. */
export function createRunWithoutTrack(
  type: string,
  fields: Pick<Run, 'start' | 'utcOffset' | 'source' | 'stated'> & Partial<Run>,
): Run {
  return {
    name: '',
    notes: '',
    sport: toSport(type),
    sportName: type,
    device: undefined,
    gear: undefined,
    track: emptyTrack(),
    laps: [],
    ...fields,
  };
}
