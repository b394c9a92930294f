/** For tests: users with privacy zones and a run, and rows of published_runs as a browser sends them. */
import type { Database } from '../../database/database.ts';
import { createPlane, type Position } from '../../running/analysis/geometry.ts';
import { type PrivacyZone, toHiddenCircle } from '../../running/privacy/zone.ts';
import { createTestUsers } from './test-users.ts';

/** When the runs began. */
export const start = Date.parse('2026-05-01T06:00:00Z');

interface Runner {
  person: string;
  zones: PrivacyZone[];
  run: string;
  version: number;
}

export function createRunners(database: () => Database) {
  const { as, createPerson } = createTestUsers(database);

  async function createZones(person: string, zones: Omit<PrivacyZone, 'secret'>[]): Promise<PrivacyZone[]> {
    const rows = [];
    for (const { latitude, longitude, radius } of zones)
      rows.push(
        ...(await as<PrivacyZone>(
          person,
          `insert into privacy_zones (latitude, longitude, radius) values ($1, $2, $3) returning latitude, longitude, radius, secret`,
          [latitude, longitude, radius],
        )),
      );
    return rows;
  }

  /** A person with these zones and a run that could be published. */
  async function createRunner(...wanted: Omit<PrivacyZone, 'secret'>[]) {
    const person = await createPerson();
    const zones = await createZones(person, wanted);
    const run = crypto.randomUUID();
    await database().sql`
      insert into runs (id, user_id, started_at, utc_offset, day, metres, elapsed, moving, source, points, has_route, richness, efforts)
      values (${run}, ${person}, ${new Date(start)}, 0, '2026-05-01', 1000, 600, 600, 'gpx', 2, true, 1, '{}')`;
    return { person, zones, run, version: wanted.length };
  }

  const publish = ({ person, run }: Runner, row: object) =>
    as<{ outline: string }>(
      person,
      `insert into published_runs (run_id, zones_version, name, started_at, utc_offset, day, metres, elapsed, moving, source, points, has_route,
          efforts, time, latitude, longitude, elevation, heart_rate, distance, breaks, corners)
        select $1, zones_version, name, started_at, utc_offset, day, metres, elapsed, moving, source, points, has_route,
          efforts, time, latitude, longitude, elevation, heart_rate, distance, breaks, corners
        from jsonb_populate_record(null::published_runs, $2::text::jsonb)
        on conflict (run_id) do update set zones_version = excluded.zones_version, points = excluded.points, has_route = excluded.has_route,
          metres = excluded.metres, elapsed = excluded.elapsed, moving = excluded.moving, efforts = excluded.efforts, time = excluded.time,
          latitude = excluded.latitude, longitude = excluded.longitude, elevation = excluded.elevation, heart_rate = excluded.heart_rate,
          distance = excluded.distance, breaks = excluded.breaks, corners = excluded.corners
        returning outline`,
      [run, JSON.stringify(row)],
    );

  /** A track through places, a second apart, as a browser that knows no zones would send it. */
  const rowOf = (runner: Runner, through: Position[], changes: object = {}) => {
    const nothing = through.map(() => null);
    const micro = (degrees: number) => Math.round(degrees * 1e6);
    return {
      zones_version: runner.version,
      name: '',
      started_at: '2026-05-01T06:00:00Z',
      utc_offset: 0,
      day: '2026-05-01',
      metres: 10,
      elapsed: through.length - 1,
      moving: through.length - 1,
      source: 'gpx',
      points: through.length,
      has_route: true,
      efforts: { elapsed: [], moving: [] },
      time: through.map((_, second) => second * 1000),
      latitude: through.map(({ latitude }) => micro(latitude)),
      longitude: through.map(({ longitude }) => micro(longitude)),
      elevation: nothing,
      heart_rate: nothing,
      distance: nothing,
      breaks: [],
      corners: through.map((_, point) => (point === 0 ? -1 : point)),
      ...changes,
    };
  };
  /** Beside the middle of the hidden circle, by a share of its radius. */
  const beside = (zone: PrivacyZone | undefined, share: number, angle: number): Position => {
    if (!zone) throw new Error('no zone');
    const circle = toHiddenCircle(zone, start);
    const off = share * circle.radius;
    return createPlane(circle).toPosition(Math.cos(angle) * off, Math.sin(angle) * off);
  };

  return { as, createZones, createRunner, publish, rowOf, beside };
}
