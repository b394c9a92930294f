import { emptyTrack, type Lap, nothingStated, type Run, type StatedTotals } from '../run.ts';
import { sliceTrack } from '../track/slice-track.ts';
import type { Piece } from '../track/track-builder.ts';
import { toSport } from './sport.ts';

/** Times in milliseconds since 1970, lengths in seconds; NaN where the file has no value. */
export interface FitLap {
  start: number;
  elapsed: number;
  moving: number;
  metres: number;
  gain: number;
}

export interface FitSession extends FitLap {
  sport: string;
}

export interface FitParts {
  pieces: Piece[];
  sessions: FitSession[];
  laps: FitLap[];
  /** The sport of a file without a session. */
  sport: string;
  device: string | undefined;
  utcOffset: number | undefined;
}

/** One run for each session; a file that lost its sessions has one for each piece of its track. */
export function toFitRuns(parts: FitParts): Run[] {
  const sessions = parts.sessions.filter(({ start }) => !Number.isNaN(start));
  const [only] = sessions;
  if (sessions.length === 1 && only && parts.pieces.length > 0) {
    return parts.pieces.map((piece) =>
      toRun(parts, piece, parts.pieces.length === 1 ? only : { ...only, ...silent }),
    );
  }
  if (sessions.length > 0) {
    return sessions.flatMap((session) => {
      const piece = findPiece(parts.pieces, session);
      return piece ? [toRun(parts, piece, session)] : [];
    });
  }
  return parts.pieces.map((piece) =>
    toRun(parts, piece, { ...silent, start: piece.start, sport: parts.sport }),
  );
}

const silent = { elapsed: Number.NaN, moving: Number.NaN, metres: Number.NaN, gain: Number.NaN };

/** The points of one session among several, as in a triathlon. Without points its sums make a run, as on a treadmill. */
function findPiece(pieces: Piece[], session: FitSession): Piece | undefined {
  const end = session.start + session.elapsed * 1000;
  for (const { start, track } of pieces) {
    const from = track.time.findIndex((time) => start + time * 1000 >= session.start);
    const after = track.time.findLastIndex((time) => start + time * 1000 <= end) + 1;
    if (from >= 0 && after - from > 1) {
      return { start: start + (track.time[from] ?? 0) * 1000, track: sliceTrack(track, from, after) };
    }
  }
  return session.elapsed > 0 ? { start: session.start, track: emptyTrack() } : undefined;
}

function toRun(parts: FitParts, { start, track }: Piece, session: FitSession): Run {
  const sportName = session.sport || parts.sport;
  const length = Math.max(track.time.at(-1) ?? 0, session.elapsed || 0);
  return {
    name: '',
    notes: '',
    sport: toSport(sportName),
    sportName,
    start,
    utcOffset: parts.utcOffset,
    source: 'fit',
    device: parts.device,
    gear: undefined,
    track,
    laps: parts.laps.flatMap((lap) => toLap(lap, start, length)),
    stated: toTotals(session),
  };
}

function toLap(lap: FitLap, start: number, length: number): Lap[] {
  const from = (lap.start - start) / 1000;
  const time = lap.moving > 0 ? lap.moving : lap.elapsed;
  if (!(time > 0) || !(from >= -5 && from <= length)) return [];
  return [{ start: Math.max(0, from), time, metres: lap.metres >= 0 ? lap.metres : undefined }];
}

function toTotals({ metres, elapsed, moving, gain }: FitLap): StatedTotals {
  const known = (value: number) => (value >= 0 && value < 1e8 ? value : undefined);
  return {
    ...nothingStated,
    metres: known(metres),
    elapsed: known(elapsed),
    moving: known(moving),
    gain: known(gain),
  };
}
