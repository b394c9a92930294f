import { analyseRun } from '../../../running/analysis/analyse-run.ts';
import { summariseRun } from '../../../running/analysis/summarise-run.ts';
import { drawOutline } from '../../../running/drawing/draw-outline.ts';
import type { RunTraits } from '../../../running/import/plan-import.ts';
import type { Run } from '../../../running/run.ts';
import { packTrack } from '../../../running/track/pack-track.ts';
import { toDetailRow, toSummaryRow } from '../data/run-row.ts';
import { thinTrack } from '../data/thin-track.ts';
import type { FoundRun, RunRow } from './worker-messages.ts';

/** The bytes of a packed track that fit into a request with the rest: thirteen hours at one point a second; longer runs have fewer points. */
const maxPackedBytes = 480_000;

export interface PreparedRun {
  found: FoundRun;
  traits: RunTraits;
  row: RunRow;
  packed: Uint8Array<ArrayBuffer>;
}

/** Everything that is stored of a run, computed once. */
export function prepareRun(read: Run): PreparedRun {
  const { track, packed } = packToLimit(read.track);
  const run = { ...read, track };
  const analysis = analyseRun(run);
  const summary = summariseRun(run, { analysis });
  const row = {
    ...toSummaryRow(summary),
    ...toDetailRow(run),
    richness: summary.richness,
    outline: drawOutline(track, analysis),
  };
  const { name, day, hasRoute } = summary;
  // Rounded as the database stores them, so that the same file is recognized as the same run the next time.
  const { metres, elapsed, moving } = row;
  const start = Date.parse(row.started_at);
  return {
    found: { name, day, start, metres, elapsed, moving, hasRoute },
    traits: { start, elapsed, metres, richness: summary.richness },
    row,
    packed,
  };
}

function packToLimit(whole: Run['track']): { track: Run['track']; packed: Uint8Array<ArrayBuffer> } {
  let track = whole;
  let packed = packTrack(track);
  while (packed.length > maxPackedBytes) {
    track = thinTrack(track, Math.floor(track.time.length / 2) + 1);
    packed = packTrack(track);
  }
  return { track, packed };
}
