/** One example for each rule by which the database checks a public run against its owner's zones. */
import { beforeAll, describe, expect, test } from 'vitest';
import { toPublishedRow } from '../../app/running/data/published-row.ts';
import type { Database } from '../../database/database.ts';
import { createPlane } from '../../running/analysis/geometry.ts';
import { toHiddenCircle } from '../../running/privacy/zone.ts';
import { createTrack } from '../../running/run.ts';
import { describeOnEveryServer, describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { runOf } from '../harness/running/recording.ts';
import { createRunners, start } from './published-runs.ts';
import { withSiteSchema, withSiteSchemaBefore } from './site-schema.ts';

const home = { latitude: 48.2, longitude: 11.5, radius: 200 };
const inZone = 'This run comes into one of your privacy zones.';

describeSiteOnEveryServer('the database accepts a public run', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  const { as, createZones, createRunner, publish, rowOf, beside } = createRunners(() => database);
  const isSeen = async (run: string) =>
    (await as(undefined, 'select run_id from published_runs where run_id = $1', [run])).length === 1;

  test.each([
    ['not with a point inside the edge', 0.999, false],
    ['with every point outside the edge', 1.001, true],
  ])('%s', async (_, share, isTaken) => {
    const runner = await createRunner(home);
    const [zone] = runner.zones;
    const way = [beside(zone, 2, 1), beside(zone, share, 1), beside(zone, 2, 1)];
    // Without an outline, which is checked against the zones again.
    const row = rowOf(runner, way, { corners: [] });
    if (isTaken) await publish(runner, row);
    else await expect(publish(runner, row)).rejects.toThrow(inZone);
    expect(await isSeen(runner.run)).toBe(isTaken);
  });

  test.each([
    ['not with a line across the edge between two points outside', 0.999, false],
    ['with a line that passes the edge', 1.001, true],
  ])('%s', async (_, nearest, isTaken) => {
    const runner = await createRunner(home);
    const [zone] = runner.zones;
    // A chord whose ends are twice as far from the middle as the edge.
    const half = Math.acos(nearest / 2);
    const ends = [beside(zone, 2, 1 - half), beside(zone, 2, 1 + half)];
    const row = rowOf(runner, ends, { corners: [] });
    if (isTaken) await publish(runner, row);
    else await expect(publish(runner, row)).rejects.toThrow(inZone);
    expect(await isSeen(runner.run)).toBe(isTaken);
    await publish(runner, rowOf(runner, ends, { breaks: [1], corners: [] }));
  });

  test('not with a line across the edge in its outline', async () => {
    const runner = await createRunner(home);
    const [zone] = runner.zones;
    const around = [0, 1, 2, 3].map((at) => beside(zone, 2.2, at));
    await expect(publish(runner, rowOf(runner, around, { corners: [-1, 3] }))).rejects.toThrow(/outline/);
    await publish(runner, rowOf(runner, around, { corners: [-1, 1, 2, 3] }));
  });

  test('checked with the size that the circle has for this run', async () => {
    const runner = await createRunner(home);
    const [zone] = runner.zones;
    if (!zone) throw new Error('no zone');
    const sizes = Array.from({ length: 20 }, (_, day) => {
      const at = start + day * 86_400_000;
      return { at, radius: toHiddenCircle(zone, at).radius };
    }).sort((a, b) => a.radius - b.radius);
    const [small, large] = [sizes[0], sizes.at(-1)];
    if (!small || !large) throw new Error('no sizes');
    expect(large.radius - small.radius).toBeGreaterThan(20);
    // A point between the two edges.
    const share = (small.radius + large.radius) / 2 / toHiddenCircle(zone, start).radius;
    const row = rowOf(runner, [beside(zone, 2, 1), beside(zone, share, 1)]);
    const dated = (at: number) =>
      database.sql`update runs set started_at = ${new Date(at)} where id = ${runner.run}`;
    await dated(large.at);
    await expect(publish(runner, row)).rejects.toThrow(inZone);
    await dated(small.at);
    await publish(runner, row);
  });

  test('that a browser has cut close to the edge, after its positions were rounded', async () => {
    const runner = await createRunner(home);
    const [zone] = runner.zones;
    if (!zone) throw new Error('no zone');
    const circle = toHiddenCircle(zone, start);
    const plane = createPlane(circle);
    // To the circle, around it a centimeter outside, and away. Rounding moves a point by up to six centimeters, into the circle too.
    const track = createTrack(1500, []);
    for (let point = 0; point < 1500; point += 1) {
      const off = circle.radius + 0.01 + Math.max(0, 500 - point, point - 1000);
      const angle = Math.min(1, Math.max(0, (point - 500) / 500));
      const at = plane.toPosition(Math.cos(angle) * off, Math.sin(angle) * off);
      track.time[point] = point;
      track.latitude[point] = at.latitude;
      track.longitude[point] = at.longitude;
    }
    const row = toPublishedRow(runOf(track, { start }), runner.zones, runner.version);
    expect(row?.points).toBeGreaterThan(800);
    await publish(runner, row ?? {});
    expect(await isSeen(runner.run)).toBe(true);
  });

  describe('only while its zones stay unchanged:', () => {
    const changes = {
      'another zone': (person: string) => createZones(person, [{ latitude: 1, longitude: 1, radius: 100 }]),
      'a zone that is gone': (person: string) => as(person, 'delete from privacy_zones'),
      'a zone with another place': (person: string) =>
        database.sql`update privacy_zones set latitude = latitude + 1 where user_id = ${person}`,
      'a zone with another radius': (person: string) =>
        database.sql`update privacy_zones set radius = 300 where user_id = ${person}`,
      'a zone with another secret': (person: string) =>
        database.sql`update privacy_zones set secret = ${'0'.repeat(64)} where user_id = ${person}`,
    };
    test.each(Object.entries(changes))('%s hides it', async (_, change) => {
      const runner = await createRunner(home);
      const row = rowOf(runner, [beside(runner.zones[0], 6, 0), beside(runner.zones[0], 6.1, 0)]);
      await publish(runner, row);
      expect(await isSeen(runner.run)).toBe(true);
      await change(runner.person);
      expect(await isSeen(runner.run)).toBe(false);
      await expect(publish(runner, row)).rejects.toThrow(/have changed/);
    });

    test('a zone waits for a run that is just being published', async () => {
      const runner = await createRunner(home);
      await database.transaction(async (sql) => {
        await sql`insert into published_runs (run_id, user_id, zones_version, started_at, utc_offset, day, metres, elapsed, moving, source, points,
            has_route, efforts, time, latitude, longitude, elevation, heart_rate, distance, breaks)
          values (${runner.run}, ${runner.person}, 1, now(), 0, now(), 0, 0, 0, 'gpx', 0, false, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`;
        const added = database.transaction(async (other) => {
          await other`set local lock_timeout = '100ms'`;
          await other`insert into privacy_zones (user_id, latitude, longitude, radius) values (${runner.person}, 1, 1, 100)`;
        });
        await expect(added).rejects.toThrow(/lock timeout/);
      });
      expect(await isSeen(runner.run)).toBe(true);
    });
  });
});

describeOnEveryServer('public runs from before the circles were widened', (server) => {
  test('are hidden until they are cut again, and those of users without zones stay', async () => {
    const before = await withSiteSchemaBefore(server(), '20261116000400');
    const old = createRunners(() => before);
    const runner = await old.createRunner(home);
    const open = await old.createRunner();
    // Outside of the former circle, whose edge was at most 390 m from the place, and inside of the present one.
    const [zone] = runner.zones;
    if (!zone) throw new Error('no zone');
    const circle = toHiddenCircle(zone, start);
    const plane = createPlane(home);
    const angle = Math.atan2(plane.toNorth(circle.latitude), plane.toEast(circle.longitude));
    const ends = [old.beside(zone, 0.95, angle), old.beside(zone, 0.98, angle)];
    await old.publish(runner, old.rowOf(runner, ends));
    await old.publish(open, old.rowOf(open, ends));
    const seen = () => old.as<{ run_id: string }>(undefined, 'select run_id from published_runs');
    expect(await seen()).toHaveLength(2);
    await withSiteSchema(server());
    expect(await seen()).toEqual([{ run_id: open.run }]);
    await expect(old.publish(runner, old.rowOf(runner, ends))).rejects.toThrow(/have changed/);
    const again = old.rowOf({ ...runner, version: 2 }, ends);
    await expect(old.publish(runner, again)).rejects.toThrow(inZone);
    const outside = [old.beside(zone, 1.01, angle), old.beside(zone, 1.1, angle)];
    await old.publish(runner, old.rowOf({ ...runner, version: 2 }, outside));
    expect(await seen()).toHaveLength(2);
  });
});
