import { analyseRun, type RunAnalysis } from '../../../running/analysis/analyse-run.ts';
import { unusable } from '../../../running/analysis/find-jumps.ts';
import { outlineSize } from '../../../running/drawing/draw-outline.ts';
import { toRouteLine } from '../../../running/drawing/route-line.ts';
import { simplify } from '../../../running/drawing/simplify.ts';
import { createLineGuard } from '../../../running/privacy/line-guard.ts';
import { toPublicRun } from '../../../running/privacy/public-run.ts';
import type { PrivacyZone } from '../../../running/privacy/zone.ts';
import type { Run, Track } from '../../../running/run.ts';
import { toSummaryRow } from './run-row.ts';
import { thinTrack } from './thin-track.ts';

/** The number of points that fit into one request. */
const maxPoints = 12_000;
const micro = 1e6;

/**
 * A run as it is published, made from what the zones leave. Undefined when they leave nothing. Positions are rounded first and cut
 * afterward: the other way round a rounded point could fall back into a zone, and the database would refuse it.
 */
export function toPublishedRow(run: Run, zones: readonly PrivacyZone[], zonesVersion: number) {
  const shown = toPublicRun(withoutStrays(roundPositions(thin(run))), zones);
  if (!shown) return undefined;
  const { track } = shown.run;
  return {
    zones_version: zonesVersion,
    ...toSummaryRow(shown.summary),
    time: toTimes(track.time),
    latitude: toInteger(track.latitude, micro),
    longitude: toInteger(track.longitude, micro),
    elevation: toInteger(track.elevation, 10),
    heart_rate: Array.from(track.heartRate, (rate) => rate || null),
    distance: toInteger(track.distance, 10),
    breaks: Array.from(track.breaks),
    corners: findCorners(track, analyseRun(shown.run), createLineGuard(zones, run.start)),
  };
}

export type PublishedRow = NonNullable<ReturnType<typeof toPublishedRow>>;

function thin(run: Run): Run {
  return { ...run, track: thinTrack(run.track, maxPoints) };
}

function roundPositions(run: Run): Run {
  const round = (degrees: Float64Array) => degrees.map((value) => Math.round(value * micro) / micro);
  const { latitude, longitude } = run.track;
  return { ...run, track: { ...run.track, latitude: round(latitude), longitude: round(longitude) } };
}

/** Positions of GPS errors are removed: the public does not need them, and they would shrink the outline. */
function withoutStrays(run: Run): Run {
  const { jumps } = analyseRun(run);
  const clear = (degrees: Float64Array) =>
    degrees.map((value, point) => (jumps[point] === unusable ? Number.NaN : value));
  const { latitude, longitude } = run.track;
  return { ...run, track: { ...run.track, latitude: clear(latitude), longitude: clear(longitude) } };
}

function toInteger(values: Float64Array | Float32Array, parts: number): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : Math.round(value * parts)));
}

/** Milliseconds, strictly increasing also where a device counts finer than that. */
function toTimes(seconds: Float64Array): number[] {
  let last = -1;
  return Array.from(seconds, (value) => {
    last = Math.max(last + 1, Math.round(value * 1000));
    return last;
  });
}

/** The points of the outline; the first point of each line as -1 - point. The database draws the outline through them. */
function findCorners(
  track: Track,
  analysis: RunAnalysis,
  mayJoin: ReturnType<typeof createLineGuard>,
): number[] {
  const line = toRouteLine(track, analysis);
  if (!line) return [];
  const { left, right, bottom, top } = line.box;
  // Half a hundredth of the drawing is not visible.
  const tolerance = (0.5 * Math.max(right - left, top - bottom)) / outlineSize;
  const at = (point: number) => ({
    latitude: track.latitude[point] ?? 0,
    longitude: track.longitude[point] ?? 0,
  });
  return line.pieces
    .filter(({ point }) => point.length > 1)
    .flatMap((piece) => {
      const place = (index: number) => piece.point[index] ?? 0;
      const kept = simplify(piece, tolerance, (from, to) => mayJoin(at(place(from)), at(place(to))));
      return kept.map((index, order) => (order === 0 ? -1 - place(index) : place(index)));
    });
}
