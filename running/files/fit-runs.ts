import { Utils } from '@garmin/fitsdk';
import { emptyTrack, type Lap, type Run, type StatedTotals } from '../run.ts';
import { joinTracks } from '../track/join-tracks.ts';
import { sliceTrack } from '../track/slice-track.ts';
import type { Piece } from '../track/track-builder.ts';
import { toFitSport, toSport } from './sport.ts';

/** Times in milliseconds since 1970, lengths in seconds; NaN where the file has no value. */
export interface FitLap {
  start: number;
  elapsed: number;
  moving: number;
  metres: number;
  gain: number;
  heartRate: number;
}

export interface FitSession extends FitLap {
  sport: string;
  /** What FIT calls a sub-sport, such as `treadmill`. */
  kind: string;
}

export interface FitParts {
  pieces: Piece[];
  sessions: FitSession[];
  laps: FitLap[];
  /** The sport of a file without a session. */
  sport: string;
  kind: string;
  /** Milliseconds from times since the watch was switched on to its owner's clock, if the file has both. */
  clockShift: number | undefined;
  device: string | undefined;
  utcOffset: number | undefined;
}

/** An earlier time is no date: the watch counted from when it was switched on. In milliseconds, as all times here. */
export const firstDate = 0x1000_0000 * 1000 + Utils.FIT_EPOCH_MS;

/** One run for each session; a file that lost its sessions has one for each piece of its track. */
export function toFitRuns(parts: FitParts): Run[] {
  const sessions = parts.sessions.filter(
    (session) => !Number.isNaN(session.start) && !isSumOfOthers(session, parts.sessions),
  );
  const [only] = sessions;
  if (parts.sessions.length === 1 && only && parts.pieces.length > 0) {
    return [toRun(parts, joinPieces(parts.pieces, only), only)];
  }
  if (sessions.length > 0) {
    return sessions.flatMap((session) => {
      const piece = findPiece(parts.pieces, session);
      return piece ? [toRun(parts, piece, session)] : [];
    });
  }
  return parts.pieces.map((piece) =>
    toRun(parts, piece, { ...silent, start: piece.start, sport: parts.sport, kind: parts.kind }),
  );
}

/** A triathlon may have a session for all of it beside those of its sports. */
function isSumOfOthers(session: FitSession, all: readonly FitSession[]): boolean {
  if (toSport(session.sport) === 'run') return false;
  const end = (each: FitSession) => each.start + each.elapsed * 1000;
  return all.some(
    (each) => each !== session && each.start >= session.start - 1000 && end(each) <= end(session) + 1000,
  );
}

/**
 * The points of a single session. Where the clock jumped, as it does when a watch finds its first satellites, the points before are set
 * to end a second before the next, unless the session was really that long.
 */
function joinPieces(pieces: readonly Piece[], session: FitSession): Piece {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (!first || !last || pieces.length === 1) return first ?? { start: session.start, track: emptyTrack() };
  const lengthOf = ({ track }: Piece) => (track.time.at(-1) ?? 0) * 1000;
  const isReal = session.elapsed * 1000 >= last.start + lengthOf(last) - first.start - 60_000;
  const starts = pieces.map(({ start }) => start);
  for (let index = pieces.length - 2; index >= 0 && !isReal; index -= 1) {
    const piece = pieces[index];
    if (piece) starts[index] = (starts[index + 1] ?? 0) - 1000 - lengthOf(piece);
  }
  const start = starts[0] ?? session.start;
  const track = joinTracks(
    pieces.map(({ track: each }, index) => ({
      track: each,
      from: ((starts[index] ?? start) - start) / 1000,
    })),
  );
  return { start, track };
}

const silent = {
  elapsed: Number.NaN,
  moving: Number.NaN,
  metres: Number.NaN,
  gain: Number.NaN,
  heartRate: Number.NaN,
};

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
  const isDate = start >= firstDate;
  const shift = isDate ? 0 : (parts.clockShift ?? 0);
  const length = Math.max(track.time.at(-1) ?? 0, session.elapsed || 0);
  return {
    name: '',
    notes: '',
    ...(session.sport ? toFitSport(session.sport, session.kind) : toFitSport(parts.sport, parts.kind)),
    start: start + shift,
    // The owner's clock is all that is known then.
    utcOffset: shift ? 0 : parts.utcOffset,
    source: 'fit',
    device: parts.device,
    gear: undefined,
    track,
    laps: parts.laps.flatMap((lap) => toLap(lap, start, length)),
    stated: toTotals(session),
    isUndated: !isDate && shift === 0,
  };
}

function toLap(lap: FitLap, start: number, length: number): Lap[] {
  const from = (lap.start - start) / 1000;
  const time = lap.moving > 0 ? lap.moving : lap.elapsed;
  if (!(time > 0) || !(from >= -5 && from <= length)) return [];
  return [{ start: Math.max(0, from), time, metres: lap.metres >= 0 ? lap.metres : undefined }];
}

function toTotals({ metres, elapsed, moving, gain, heartRate }: FitLap): StatedTotals {
  const known = (value: number) => (value >= 0 && value < 1e8 ? value : undefined);
  return {
    metres: known(metres),
    elapsed: known(elapsed),
    moving: known(moving),
    gain: known(gain),
    heartRate: heartRate > 0 ? heartRate : undefined,
  };
}
