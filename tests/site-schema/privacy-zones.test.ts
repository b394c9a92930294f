/** Privacy zones: the database itself refuses a published track that enters one, whatever a browser sends. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { toPublishedRow } from '../../app/running/data/published-row.ts';
import type { Database } from '../../database/database.ts';
import { createPlane, metresBetween, type Position } from '../../running/analysis/geometry.ts';
import { isOutline } from '../../running/drawing/draw-outline.ts';
import { toHiddenCircle } from '../../running/privacy/zone.ts';
import { createTrack } from '../../running/run.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { runOf } from '../harness/running/recording.ts';
import { createRunners, start } from './published-runs.ts';

/** In a town, in the far north and south, and on both sides of the date line. */
const places: Position[] = [
  { latitude: 48.2, longitude: 11.5 },
  { latitude: 78.22, longitude: 15.65 },
  { latitude: -89.2, longitude: -120 },
  { latitude: 0.001, longitude: 179.9999 },
  { latitude: -16.8, longitude: -179.9995 },
  { latitude: 65.5, longitude: 180 },
];
const radii = [100, 250, 5000];
const anywhere = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...radii));
const direction = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });

describeSiteOnEveryServer('a privacy zone', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  const { as, createZones, createRunner, publish, rowOf, beside } = createRunners(() => database);

  const property = <Given>(
    given: fc.Arbitrary<Given>,
    check: (given: Given) => Promise<void>,
    numRuns = 25,
  ) => fc.assert(fc.asyncProperty(given, check), { numRuns });

  test('hides the same circle in the database as in a browser, wherever it lies', () =>
    property(fc.tuple(anywhere, fc.nat()), async ([[place, radius], moment]) => {
      const { person, zones } = await createRunner({ ...place, radius });
      const at = start + moment;
      const [circle] = await database.sql<(Position & { radius: number })[]>`
        select * from site.hidden_circles(${person}, ${new Date(at)})`;
      const [zone] = zones;
      if (!circle || !zone) throw new Error('no circle');
      const expected = toHiddenCircle(zone, at);
      expect(
        metresBetween(circle.latitude, circle.longitude, expected.latitude, expected.longitude),
      ).toBeLessThan(0.0005);
      expect(circle.radius).toBeCloseTo(expected.radius, 6);
    }));

  describe('refuses', () => {
    test('a track with a point in it', () =>
      property(
        fc.tuple(anywhere, fc.double({ min: 0, max: 0.99, noNaN: true }), direction),
        async (given) => {
          const [[place, radius], share, angle] = given;
          const runner = await createRunner({ ...place, radius });
          const [zone] = runner.zones;
          const away = beside(zone, 4, angle);
          const inside = beside(zone, share, angle);
          await expect(publish(runner, rowOf(runner, [away, inside, away]))).rejects.toThrow(
            /your privacy zones/,
          );
          // Not hidden by pauses around it either, nor at the ends.
          await expect(
            publish(runner, rowOf(runner, [away, inside, away], { breaks: [1, 2], corners: [] })),
          ).rejects.toThrow(/your privacy zones/);
          await expect(publish(runner, rowOf(runner, [inside]))).rejects.toThrow(/your privacy zones/);
        },
      ));

    test('a line through it between two points outside, in the track and in the outline, unless there is a break', () =>
      property(fc.tuple(anywhere, direction), async ([[place, radius], angle]) => {
        const runner = await createRunner({ ...place, radius });
        const [zone] = runner.zones;
        const ends = [beside(zone, 1.5, angle), beside(zone, 1.5, angle + Math.PI)];
        await expect(publish(runner, rowOf(runner, ends))).rejects.toThrow(/your privacy zones/);
        await expect(publish(runner, rowOf(runner, ends, { breaks: [1] }))).rejects.toThrow(/outline/);
        const around = [0, 1, 2, 3, 4, 5, 6].map((step) => beside(zone, 1.5, angle + (step * Math.PI) / 6));
        await expect(publish(runner, rowOf(runner, around, { corners: [-1, 6] }))).rejects.toThrow(/outline/);
        await publish(runner, rowOf(runner, around));
        await publish(runner, rowOf(runner, ends, { breaks: [1], corners: [-1, -2] }));
      }));

    test('a track that steps over it by points without a position', async () => {
      const runner = await createRunner({ latitude: 48.2, longitude: 11.5, radius: 200 });
      const [zone] = runner.zones;
      const [from, to] = [beside(zone, 1.5, 0), beside(zone, 1.5, Math.PI)];
      const row = rowOf(runner, [from, from, to]);
      row.latitude[1] = Number.NaN;
      row.longitude[1] = Number.NaN;
      await expect(publish(runner, { ...row, corners: [] })).rejects.toThrow(/your privacy zones/);
    });

    test('a run that was cut by earlier zones', async () => {
      const runner = await createRunner({ latitude: 48.2, longitude: 11.5, radius: 200 });
      const away = [beside(runner.zones[0], 4, 0), beside(runner.zones[0], 4.1, 0)];
      await publish(runner, rowOf(runner, away));
      for (const zones_version of [0, 2])
        await expect(publish(runner, rowOf(runner, away, { zones_version }))).rejects.toThrow(/have changed/);
      await createZones(runner.person, [{ latitude: 1, longitude: 1, radius: 100 }]);
      await expect(publish(runner, rowOf(runner, away))).rejects.toThrow(/have changed/);
    });

    test('invalid tracks, and another user’s run', async () => {
      const runner = await createRunner();
      const away = places.slice(0, 1).flatMap((place) => [place, { ...place, latitude: 48.3 }]);
      for (const bad of [
        { points: 3 },
        { time: [0] },
        { time: [5, 5] },
        { breaks: [2] },
        { breaks: [1, 0] },
        { breaks: [-1] },
        { has_route: false },
        { corners: [0] },
        { corners: [1] },
        { corners: [-1, 7] },
        { elapsed: 100 },
        { moving: 100 },
        { latitude: [1, null] },
        { latitude: [91e6, 0] },
        { efforts: { elapsed: [[5000, 900, 0]] } },
        { efforts: { elapsed: [['x', 900, 0]] } },
        { efforts: { elapsed: 'x' } },
      ])
        await expect(publish(runner, rowOf(runner, away, bad)), JSON.stringify(bad)).rejects.toThrow(
          /does not fit together|outline/,
        );
      const stranger = await createRunner();
      await expect(publish({ ...stranger, run: runner.run }, rowOf(stranger, away))).rejects.toThrow(
        'There is no such run.',
      );
    });
  });

  test('accepts every run that a browser has cut by it, and draws the outline', () => {
    /** A walk of points in meters around the place, with jumps, gaps and pauses. */
    const step = fc.tuple(
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ max: 12 }),
    );
    const walk = fc.array(step, { minLength: 2, maxLength: 120 });
    return property(
      fc.tuple(anywhere, walk, fc.nat(400), fc.boolean()),
      async ([[place, radius], steps, offset, isTwice]) => {
        const second = createPlane(place).toPosition(radius, radius / 2);
        const runner = await createRunner(
          { ...place, radius },
          ...(isTwice ? [{ ...second, radius: 120 }] : []),
        );
        const plane = createPlane(place);
        const track = createTrack(
          steps.length,
          steps.flatMap(([, , kind], point) => (kind === 1 && point > 0 ? [point] : [])),
        );
        let [east, north, time] = [-offset * 3, offset, 0];
        for (const [point, [x, y, kind]] of steps.entries()) {
          east += kind === 2 ? radius * 3 : x + 15;
          north += y;
          time += kind === 3 ? 90 : 10;
          track.time[point] = time;
          if (kind === 4 || kind === 5) continue;
          const at = plane.toPosition(east, north);
          track.latitude[point] = at.latitude;
          track.longitude[point] = at.longitude;
        }
        track.time.forEach((value, point) => {
          track.time[point] = value - (steps[0]?.[2] === 3 ? 90 : 10);
        });
        const row = toPublishedRow(runOf(track, { start }), runner.zones, runner.version);
        // Something is left to publish.
        fc.pre(row !== undefined);
        const [drawn] = await publish(runner, row);
        expect(drawn?.outline === '' || isOutline(drawn?.outline ?? '')).toBe(true);
        expect(row.corners.length > 0).toBe(drawn?.outline !== '');
      },
      60,
    );
  });

  test('that is added while a run is being published hides it or stops it', async () => {
    const runner = await createRunner({ latitude: 48.2, longitude: 11.5, radius: 200 });
    const away = [beside(runner.zones[0], 4, 0), beside(runner.zones[0], 4.1, 0)];
    for (let round = 0; round < 5; round += 1) {
      const row = rowOf(runner, away, { zones_version: runner.version + round });
      await Promise.allSettled([
        publish(runner, row),
        createZones(runner.person, [
          { ...(away[0] ?? places[0] ?? { latitude: 0, longitude: 0 }), radius: 100 },
        ]),
      ]);
      expect(
        await as(undefined, 'select run_id from published_runs where run_id = $1', [runner.run]),
      ).toEqual([]);
    }
  });
});
