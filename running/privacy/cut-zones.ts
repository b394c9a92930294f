import { nothingStated, type Run, type Track } from '../run.ts';
import { createCircleTest } from './circle-crossing.ts';
import { joinPieces } from './join-pieces.ts';
import { findStretches, type Stretch } from './stretch.ts';
import { deriveFraction, type HiddenCircle, isUsableZone, type PrivacyZone, toHiddenCircle } from './zone.ts';

/** Ends are moved outward by up to this share of the circle's radius. */
const blur = 0.15;

export interface CutRun {
  run: Run;
  /** The points of its track before which something was cut out. */
  cuts: number[];
}

/**
 * The run as other users may see it: what lies in a zone is removed with its time and its meters, because the length of the hidden
 * part reveals how far from the edge the runner lives. Undefined when nothing is left, or when a zone is invalid: then everything
 * is hidden.
 */
export function cutZones(run: Run, zones: readonly PrivacyZone[]): CutRun | undefined {
  const { track } = run;
  const hasRoute = track.latitude.some((latitude) => !Number.isNaN(latitude));
  // Without positions there is nothing to hide: the totals of a treadmill reveal no place.
  if (zones.length === 0 || !hasRoute) return { run, cuts: [] };
  if (!zones.every(isUsableZone)) return undefined;
  const stretches = findVisible(
    track,
    zones.map((zone) => toHiddenCircle(zone, run.start)),
    run.start,
  );
  const [first] = stretches;
  if (!first) return undefined;
  if (first.from === 0 && first.to === track.time.length) return { run, cuts: [] };
  const { track: visible, start, cuts } = joinPieces(track, stretches);
  const shown = {
    ...run,
    start: run.start + start * 1000,
    track: visible,
    laps: [],
    stated: { ...nothingStated },
  };
  return { run: shown, cuts };
}

/** Which points stay. `seed` differs between runs, so that each of them ends somewhere else. */
export function findVisible(track: Track, circles: readonly HiddenCircle[], seed: number): Stretch[] {
  const whole = { from: 0, to: track.time.length };
  const known = findStretches(
    track,
    whole,
    () => true,
    () => true,
  );
  return circles
    .reduce(
      (stretches, circle) => stretches.flatMap((stretch) => cutCircle(track, stretch, circle, seed)),
      known,
    )
    .filter(({ from, to }) => to - from > 1);
}

function cutCircle(track: Track, stretch: Stretch, circle: HiddenCircle, seed: number): Stretch[] {
  const test = createCircleTest(circle);
  const at = (point: number) => ({
    latitude: track.latitude[point] ?? Number.NaN,
    longitude: track.longitude[point] ?? Number.NaN,
  });
  const distance = (point: number) => test.distanceTo(at(point).latitude, at(point).longitude);
  const outside = findStretches(
    track,
    stretch,
    (point) => distance(point) > circle.radius,
    // Two points outside may still have the circle between them.
    (before, point) => !test.isCrossedBy(at(before), at(point)),
  );
  // No end lies on the circle: points on it, even computed ones, would reveal the circle.
  const edge = (point: number, side: 'leave' | 'enter') =>
    circle.radius * (1 + blur * deriveFraction(circle.secret, side, seed, point));
  return outside.flatMap(({ from, to }) => {
    const startsAt = from === stretch.from ? 0 : edge(from, 'leave');
    const endsAt = to === stretch.to ? 0 : edge(to, 'enter');
    // A point without a position has no distance and is no end either.
    let first = from;
    while (first < to && !(distance(first) >= startsAt)) first += 1;
    let after = to;
    while (after > first && !(distance(after - 1) >= endsAt)) after -= 1;
    return after > first ? [{ from: first, to: after }] : [];
  });
}
