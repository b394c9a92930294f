import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { corners, positions } from '../../tests/harness/running/drawn-lines.ts';
import { runOf, somewhere, startTime, trackOfPlaces } from '../../tests/harness/running/recording.ts';
import { analyseRun } from '../analysis/analyse-run.ts';
import { createPlane, metresBetween } from '../analysis/geometry.ts';
import { type RunSummary, summariseRun } from '../analysis/summarise-run.ts';
import { drawRoute, type RouteDrawing } from '../drawing/draw-route.ts';
import { createCircleTest } from './circle-crossing.ts';
import { cutZones } from './cut-zones.ts';
import { createLineGuard } from './line-guard.ts';
import { toPublicRun } from './public-run.ts';
import { type PrivacyZone, toHiddenCircle } from './zone.ts';

const secret = 'a-secret-of-some-length';
const home: PrivacyZone = { ...somewhere, radius: 200, secret };
const plane = createPlane(somewhere);

/** From home to the east and back on a street beside the first one, at three meters a second. */
const outAndBack = Array.from({ length: 1001 }, (_, second): [number, number] =>
  second <= 500 ? [second * 3, 0] : [(1000 - second) * 3, 20],
);

describe('the hidden circle', () => {
  test('lies off the place by more than half the radius, always in the same way, and covers all of the zone', () => {
    const secrets = fc.string({ minLength: 16, maxLength: 40 });
    fc.assert(
      fc.property(secrets, fc.integer({ min: 100, max: 5000 }), fc.nat(), (words, radius, start) => {
        const circle = toHiddenCircle({ ...home, radius, secret: words }, start);
        const off = metresBetween(circle.latitude, circle.longitude, home.latitude, home.longitude);
        expect(off).toBeGreaterThan(radius * 0.79);
        expect(off + radius).toBeLessThan(circle.radius);
        expect(toHiddenCircle({ ...home, radius, secret: words }, start)).toEqual(circle);
      }),
    );
  });

  test('lies elsewhere for another secret', () => {
    const other = toHiddenCircle({ ...home, secret: 'another-secret-of-length' }, startTime);
    expect(other.latitude).not.toBeCloseTo(toHiddenCircle(home, startTime).latitude, 6);
  });

  test('has the same middle for every run and a size of its own for each', () => {
    const circles = [1, 2, 3, 4].map((day) => toHiddenCircle(home, startTime + day * 86_400_000));
    expect(new Set(circles.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(1);
    expect(new Set(circles.map(({ radius }) => Math.round(radius))).size).toBe(4);
    for (const { radius } of circles) {
      expect(radius).toBeGreaterThanOrEqual(450);
      expect(radius).toBeLessThan(540);
    }
  });
});

describe('a run from home and back', () => {
  const whole = runOf(trackOfPlaces(outAndBack), { laps: [{ start: 0, time: 1000, metres: 3000 }] });
  const cut = cutZones(whole, [home])?.run;
  if (!cut) throw new Error('nothing left');

  test('begins and ends outside, and its clock and meters begin there', () => {
    expect(cut.track.time.length).toBeLessThan(900);
    expect(cut.track.time[0]).toBe(0);
    expect(cut.start).toBeGreaterThan(whole.start);
    const { totals } = analyseRun(cut);
    expect(totals.metres).toBeLessThan(2600);
    expect(totals.elapsed).toBeLessThan(900);
    expect(cut.laps).toEqual([]);
  });

  test('does not end on the circle, nor twice at the same distance from its middle', () => {
    const { distanceTo } = createCircleTest(toHiddenCircle(home, startTime));
    const ends = [1, 2, 3, 4].flatMap((day) => {
      const run = cutZones({ ...whole, start: whole.start + day * 86_400_000 }, [home])?.run;
      const all = run ? positions(run) : [];
      return [all[0], all.at(-1)].map((end) => Math.round(end ? distanceTo(end.latitude, end.longitude) : 0));
    });
    expect(new Set(ends).size).toBeGreaterThan(5);
    expect(Math.min(...ends)).toBeGreaterThan(450);
  });

  test('is cut in the same way each time, so that repeated requests reveal nothing more', () => {
    expect(cutZones(whole, [home])?.run).toEqual(cut);
  });

  test('is cut in the meters of the device as well', () => {
    const measured = runOf(trackOfPlaces(outAndBack));
    measured.track.distance.set(outAndBack.map((_, second) => second * 3));
    const run = cutZones(measured, [home])?.run;
    expect(run?.track.distance[0]).toBe(0);
    expect(run?.track.distance.at(-1)).toBeLessThan(2600);
  });

  test('that passes home in the middle has a pause there of the same length as every other', () => {
    const past = Array.from({ length: 1001 }, (_, second): [number, number] => [(second - 500) * 3, 10]);
    const run = cutZones(runOf(trackOfPlaces(past)), [home])?.run;
    expect(run?.track.breaks).toHaveLength(1);
    const at = run?.track.breaks[0] ?? 0;
    expect((run?.track.time[at] ?? 0) - (run?.track.time[at - 1] ?? 0)).toBe(60);
  });

  test('that found its GPS signal late does not show the steps before', () => {
    const late = runOf(trackOfPlaces(outAndBack));
    late.track.latitude.fill(Number.NaN, 0, 200);
    const run = cutZones(late, [home])?.run;
    expect(Number.isNaN(run?.track.latitude[0] ?? Number.NaN)).toBe(false);
    expect(run?.start).toBeGreaterThanOrEqual(late.start + 200_000);
  });
});

test('a rest at home makes no effort faster, because no effort crosses a cut', () => {
  const rest = Array.from({ length: 3000 }, (): [number, number] => [0, 0]);
  const way = [...outAndBack.slice(0, 500).reverse(), ...rest, ...outAndBack.slice(0, 500)];
  const run = runOf(trackOfPlaces(way));
  const efforts = (summary: RunSummary | undefined) =>
    summary?.efforts.elapsed.map(({ metres }) => Math.round(metres));
  expect(efforts(summariseRun(run))).toContain(1609);
  expect(efforts(toPublicRun(run, [home])?.summary)).toEqual([400, 800]);
});

test('a route around the circle is not drawn through it, however small the drawing', () => {
  const circle = toHiddenCircle(home, startTime);
  const middle = { east: plane.toEast(circle.longitude), north: plane.toNorth(circle.latitude) };
  const around = Array.from({ length: 181 }, (_, degree): [number, number] => {
    const angle = Math.PI * (1 - degree / 180);
    const radius = circle.radius + 5;
    return [middle.east + Math.cos(angle) * radius, middle.north + Math.sin(angle) * radius];
  });
  const [first, last] = [around[0], around.at(-1)];
  const straight = (from: [number, number] | undefined, step: number) =>
    Array.from({ length: 1000 }, (_, at): [number, number] => [(from?.[0] ?? 0) + at * step, from?.[1] ?? 0]);
  const way = [...straight(first, -8).reverse(), ...around, ...straight(last, 8)];
  const { track } = runOf(trackOfPlaces(way, 10));
  const guarded = drawRoute(track, analyseRun(runOf(track)), {
    width: 120,
    height: 120,
    unit: 'km',
    mayJoin: createLineGuard([home], startTime),
  });
  const small = createCircleTest({ ...circle, radius: circle.radius - 15 });
  const crossings = (drawing: RouteDrawing | undefined) =>
    (drawing ? corners(drawing) : []).flatMap((piece) =>
      piece.slice(1).filter((to, index) => small.isCrossedBy(piece[index] ?? to, to)),
    ).length;
  expect(
    crossings(drawRoute(track, analyseRun(runOf(track)), { width: 120, height: 120, unit: 'km' })),
  ).toBeGreaterThan(0);
  expect(crossings(guarded)).toBe(0);
});

describe('a run', () => {
  const far = runOf(trackOfPlaces(outAndBack.map(([east, north]) => [east + 5000, north])));

  test('that comes near no zone stays unchanged', () => expect(cutZones(far, [home])?.run).toBe(far));
  test('without positions stays unchanged', () => {
    const indoors = runOf(trackOfPlaces(outAndBack));
    indoors.track.latitude.fill(Number.NaN);
    expect(cutZones(indoors, [home])?.run).toBe(indoors);
  });
  test('that never leaves the zone is not shown at all', () => {
    const garden = trackOfPlaces(outAndBack.map(([east]) => [east / 100, 0]));
    expect(cutZones(runOf(garden), [home])).toBeUndefined();
  });
  test.each<[string, Partial<PrivacyZone>]>([
    ['without a place', { latitude: Number.NaN }],
    ['without a size', { radius: Number.NaN }],
    ['without a secret', { secret: '' }],
  ])('is not shown at all when a zone is %s', (_, change) => {
    expect(cutZones(far, [{ ...home, ...change }])).toBeUndefined();
  });
});
