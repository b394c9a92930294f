/** What a cut must never show: one example for each rule, and then random routes through random zones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { corners, lines, positions } from '../../tests/harness/running/drawn-lines.ts';
import { runOf, somewhere, startTime, trackOfPlaces } from '../../tests/harness/running/recording.ts';
import { analyseRun } from '../analysis/analyse-run.ts';
import { createPlane, metresBetween } from '../analysis/geometry.ts';
import { summariseRun } from '../analysis/summarise-run.ts';
import { drawOutline } from '../drawing/draw-outline.ts';
import { drawRoute } from '../drawing/draw-route.ts';
import type { Run } from '../run.ts';
import { createCircleTest } from './circle-crossing.ts';
import { cutZones } from './cut-zones.ts';
import { createLineGuard } from './line-guard.ts';
import { toPublicRun } from './public-run.ts';
import { type PrivacyZone, toHiddenCircle } from './zone.ts';

type Place = [east: number, north: number];

const plane = createPlane(somewhere);
const home: PrivacyZone = { ...somewhere, radius: 200, secret: 'a-secret-of-some-length' };
const circle = toHiddenCircle(home, startTime);
const middle: Place = [plane.toEast(circle.longitude), plane.toNorth(circle.latitude)];
const { isCrossedBy, distanceTo } = createCircleTest(circle);

/** Places in meters from the middle of the hidden circle. */
const around = (places: Place[]) =>
  places.map(([east, north]): Place => [middle[0] + east, middle[1] + north]);
/** From west to east, `north` of the middle, in steps of so many meters and as many seconds. */
const past = (north: number, step: number) =>
  around(
    Array.from({ length: 2 * Math.ceil(2000 / step) }, (_, at): Place => [(at + 0.5) * step - 2000, north]),
  );
const crossings = (run: Run | undefined) =>
  (run ? lines(run) : []).filter((ends) => isCrossedBy(...ends)).length;
const cut = (places: Place[], seconds: number) => cutZones(runOf(trackOfPlaces(places, seconds)), [home]);

describe('a cut run shows', () => {
  test('no point in the circle', () => {
    const shown = cut(past(0, 3), 1)?.run;
    const distances = shown ? positions(shown).map((at) => distanceTo(at.latitude, at.longitude)) : [];
    expect(distances.length).toBeGreaterThan(500);
    expect(Math.min(...distances)).toBeGreaterThan(circle.radius);
  });

  test('no line through the circle, also when no point lies in it', () => {
    const way = around([
      [-2000, 0],
      [-1800, 0],
      [1800, 0],
      [2000, 0],
    ]);
    const run = runOf(trackOfPlaces(way, 600));
    expect(crossings(run)).toBe(1);
    const shown = cutZones(run, [home]);
    expect(shown?.run.track.time).toHaveLength(4);
    expect(shown?.cuts).toEqual([2]);
    expect([...(shown?.run.track.breaks ?? [])]).toEqual([2]);
    expect(crossings(shown?.run)).toBe(0);
  });

  test.each([
    ['a meter inside the edge', -1, 1],
    ['a meter outside the edge', 1, 0],
  ])('of a straight line %s %i m what it may', (_, beyond, cuts) => {
    // The points beside the nearest place of the line are 50 m from it, outside the circle.
    const run = cut(past(circle.radius + beyond, 100), 30);
    expect(run?.cuts).toHaveLength(cuts);
    expect(crossings(run?.run)).toBe(0);
  });

  test('no line over a GPS gap in which the runner may have been anywhere', () => {
    const silent = runOf(trackOfPlaces(past(circle.radius + 100, 3), 1));
    silent.track.latitude.fill(Number.NaN, 600, 700);
    expect(cutZones(silent, [home])?.cuts).toHaveLength(1);
    const tunnel = runOf(trackOfPlaces(past(circle.radius + 100, 3), 1));
    tunnel.track.latitude.fill(Number.NaN, 600, 650);
    expect(cutZones(tunnel, [home])?.cuts).toHaveLength(0);
  });

  test('no end on the circle, so that ends do not reveal it', () => {
    const shown = cut(past(0, 1), 1)?.run;
    const at = shown?.track.breaks[0] ?? 0;
    const ends = shown ? positions(shown).slice(at - 1, at + 1) : [];
    for (const end of ends)
      expect(distanceTo(end.latitude, end.longitude)).toBeGreaterThan(circle.radius + 1.5);
    expect(ends).toHaveLength(2);
  });

  test('neither the time nor the meters of the hidden part', () => {
    const rest = Array.from({ length: 500 }, (): Place => [...middle]);
    const way = past(0, 3);
    const shown = cut([...way.slice(0, way.length / 2), ...rest, ...way.slice(way.length / 2)], 1)?.run;
    const [at = 0] = shown?.track.breaks ?? [];
    const count = shown?.track.time.length ?? 0;
    expect((shown?.track.time[at] ?? 0) - (shown?.track.time[at - 1] ?? 0)).toBe(60);
    expect(shown?.track.time.at(-1)).toBe(count - 2 + 60);
    expect(shown && analyseRun(shown).totals.metres).toBeCloseTo((count - 2) * 3, 0);
  });
});

describe('on random routes through random zones', () => {
  const zone = fc.record({
    east: fc.integer({ min: -1500, max: 1500 }),
    north: fc.integer({ min: -1500, max: 1500 }),
    radius: fc.integer({ min: 100, max: 400 }),
    secret: fc.string({ minLength: 16, maxLength: 24 }),
  });
  const turn = fc.record({
    angle: fc.double({ min: -2, max: 2, noNaN: true }),
    length: fc.integer({ min: 1, max: 400 }),
  });
  const ways = fc.array(turn, { minLength: 5, maxLength: 60 }).map((turns) => {
    let [east, north, angle] = [0, 0, 0];
    return turns.map(({ angle: by, length }): Place => {
      angle += by;
      east += Math.cos(angle) * length;
      north += Math.sin(angle) * length;
      return [east, north];
    });
  });
  const toZones = (
    list: readonly { east: number; north: number; radius: number; secret: string }[],
  ): PrivacyZone[] => list.map(({ east, north, ...rest }) => ({ ...plane.toPosition(east, north), ...rest }));

  test('no point, no line and no drawing of a public run touches a zone', () => {
    fc.assert(
      fc.property(ways, fc.array(zone, { minLength: 1, maxLength: 3 }), (way, list) => {
        const zones = toZones(list);
        // Steps of up to 400 meters are a minute and a half apart: nothing here is a jump.
        const run = runOf(trackOfPlaces(way, 90));
        const shown = cutZones(run, zones)?.run;
        // Something is left, and something was hidden.
        fc.pre(shown !== undefined && shown !== run);
        const hidden = zones.map((each) => createCircleTest(toHiddenCircle(each, startTime)));
        const zoneTests = zones.map((each) => createCircleTest(each));
        for (const { latitude, longitude } of positions(shown)) {
          for (const each of zones)
            expect(metresBetween(latitude, longitude, each.latitude, each.longitude)).toBeGreaterThan(
              each.radius,
            );
        }
        for (const ends of lines(shown)) expect(hidden.some((each) => each.isCrossedBy(...ends))).toBe(false);
        const drawing = drawRoute(shown.track, analyseRun(shown), {
          width: 800,
          height: 600,
          unit: 'km',
          mayJoin: createLineGuard(zones, startTime),
        });
        for (const piece of drawing ? corners(drawing) : [])
          for (const [index, to] of piece.slice(1).entries())
            expect(zoneTests.some((each) => each.isCrossedBy(piece[index] ?? to, to))).toBe(false);
        const outline = drawOutline(shown.track, analyseRun(shown), createLineGuard(zones, startTime));
        expect(outline.includes('NaN')).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test('a public run is never longer than the run, and its efforts are never faster', () => {
    fc.assert(
      fc.property(ways, fc.array(zone, { minLength: 1, maxLength: 2 }), (way, list) => {
        const run = runOf(trackOfPlaces(way, 90));
        const shown = toPublicRun(run, toZones(list));
        fc.pre(shown !== undefined && shown.run !== run);
        const [before, after] = [summariseRun(run), shown.summary];
        expect(after.metres).toBeLessThanOrEqual(before.metres + 0.01);
        for (const { metres, seconds } of after.efforts.elapsed) {
          const full = before.efforts.elapsed.find((effort) => effort.metres === metres);
          expect(seconds).toBeGreaterThanOrEqual(full?.seconds ?? 0);
        }
      }),
      { numRuns: 100 },
    );
  });
});
