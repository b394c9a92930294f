/** Runs: what their owner, another user and a visitor can see and do. Row security decides, so the database is queried directly. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { createTestUsers } from './test-users.ts';

const tables = ['run_imports', 'runs', 'run_tracks', 'running_settings', 'privacy_zones'];

describeSiteOnEveryServer('runs', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  const { as, createPerson } = createTestUsers(() => database);

  const rowOf = (id: string, changes: object = {}) => ({
    id,
    name: 'Morning run',
    notes: '',
    started_at: '2026-05-01T06:00:00Z',
    utc_offset: 120,
    day: '2026-05-01',
    metres: 5000,
    elapsed: 1800,
    moving: 1790,
    source: 'gpx',
    points: 2,
    has_route: true,
    richness: 50,
    efforts: { elapsed: [], moving: [] },
    laps: [],
    stated: {},
    outline: 'M1 1L2 2',
    packed: 'AQID',
    ...changes,
  });
  const add = (person: string, rows: object[], importId: string | null = null) =>
    as<{ id: string }>(person, 'select add_runs($1, $2::text::jsonb) as id', [
      importId,
      JSON.stringify(rows),
    ]);
  const startImport = async (person: string): Promise<string> =>
    (await as<{ id: string }>(person, 'insert into run_imports default values returning id'))[0]?.id ?? '';

  /** A user with a run, its track, an import, settings and a zone. */
  async function createRunner() {
    const person = await createPerson();
    const run = crypto.randomUUID();
    const importId = await startImport(person);
    await add(person, [rowOf(run)], importId);
    await as(person, `insert into running_settings (unit) values ('mi')`);
    const [zone] = await as<{ id: string; secret: string }>(
      person,
      `insert into privacy_zones (name, latitude, longitude, radius) values ('Home', 48.2, 11.5, 200) returning id, secret`,
    );
    return { person, run, importId, zone: zone?.id ?? '', secret: zone?.secret ?? '' };
  }

  describe('belong to', () => {
    test('their importer, with everything about them', async () => {
      const { person } = await createRunner();
      for (const table of tables) expect(await as(person, `select * from ${table}`)).toHaveLength(1);
    });

    test('no other user: another user sees, counts, changes and removes nothing', async () => {
      const { person, run, zone } = await createRunner();
      const stranger = await createPerson();
      for (const table of tables) {
        expect(await as(stranger, `select * from ${table}`)).toEqual([]);
        expect(await as(stranger, `select count(*)::int as count from ${table}`)).toEqual([{ count: 0 }]);
      }
      for (const table of ['run_imports', 'runs', 'privacy_zones'])
        expect(await as(stranger, `delete from ${table} returning 1`)).toEqual([]);
      expect(await as(stranger, `update runs set name = 'mine' returning id`)).toEqual([]);
      expect(await as(stranger, `update privacy_zones set name = 'mine' returning id`)).toEqual([]);
      await as(stranger, 'select restore_runs($1)', [[run]]);
      await as(stranger, `select keep_originals($1::text::jsonb)`, [
        JSON.stringify([{ id: run, original: 'x' }]),
      ]);
      expect(await as(person, 'select name, original from runs')).toEqual([
        { name: 'Morning run', original: null },
      ]);
      expect(await as(person, 'select id from privacy_zones')).toEqual([{ id: zone }]);
    });

    test('no visitor: without an account there is no table and no function to call', async () => {
      for (const table of tables)
        await expect(as(undefined, `select * from ${table}`)).rejects.toThrow(/permission denied/);
      for (const call of [
        `add_runs(null, '[]')`,
        `keep_originals('[]')`,
        `undo_import(gen_random_uuid())`,
        `restore_runs('{}')`,
      ])
        await expect(as(undefined, `select ${call}`)).rejects.toThrow(/permission denied/);
    });

    test('no user in whose name, or to whose runs and imports, another user adds something', async () => {
      const { run, importId } = await createRunner();
      const stranger = await createPerson();
      await expect(
        as(stranger, 'insert into run_tracks (run_id, packed) values ($1, $2)', [run, 'AQ']),
      ).rejects.toThrow(/foreign key/);
      await expect(add(stranger, [rowOf(crypto.randomUUID())], importId)).rejects.toThrow(/foreign key/);
      // Replacing a run that is not one's own replaces nothing.
      const own = crypto.randomUUID();
      expect(await add(stranger, [{ ...rowOf(own), replaces: run }])).toEqual([{ id: own }]);
      expect(await database.sql`select 1 from runs where replaced_by is not null`).toHaveLength(0);
      await expect(as(stranger, 'update runs set replaced_by = $1', [run])).rejects.toThrow(/foreign key/);
      // An id of another user is neither overwritten nor revealed.
      expect(
        await add(stranger, [rowOf(run, { day: '2026-05-02', started_at: '2026-05-02T06:00:00Z' })]),
      ).toEqual([]);
      await expect(as(stranger, `insert into runs (user_id) values (gen_random_uuid())`)).rejects.toThrow(
        /permission denied/,
      );
    });

    test('no user once the account is deleted, with tracks, zones, settings and files', async () => {
      const { person, run } = await createRunner();
      await database.sql`insert into storage.objects (bucket_id, name, version) values
        ('run-files', ${`${person}/${run}/a.gpx`}, 'v1'), ('run-files', ${`${crypto.randomUUID()}/x/a.gpx`}, 'v2')`;
      await as(person, 'select delete_my_account()');
      for (const table of tables)
        expect(await database.sql.script(`select 1 from ${table} where user_id = '${person}'`)).toHaveLength(
          0,
        );
      expect(
        await database.sql`select name from storage.objects where name like ${`${person}/%`}`,
      ).toHaveLength(0);
      expect(await database.sql`select 1 from storage.objects where version = 'v2'`).toHaveLength(1);
    });
  });

  describe('are stored', () => {
    test('all of a batch or none of it, never without their track', async () => {
      const person = await createPerson();
      const ids = [crypto.randomUUID(), crypto.randomUUID()];
      const bad = rowOf(ids[1] ?? '', { started_at: '2026-05-02T06:00:00Z', packed: 'no base64!' });
      await expect(add(person, [rowOf(ids[0] ?? ''), bad])).rejects.toThrow(/check constraint/);
      expect(await as(person, 'select id from runs')).toEqual([]);
    });

    test('once, when a batch is sent again because its answer was lost', async () => {
      const person = await createPerson();
      const row = rowOf(crypto.randomUUID());
      expect(await add(person, [row])).toEqual([{ id: row.id }]);
      expect(await add(person, [row])).toEqual([{ id: row.id }]);
      expect(await as(person, 'select id from runs')).toHaveLength(1);
      expect(await as(person, 'select run_id from run_tracks')).toHaveLength(1);
    });

    test('once, when the same run comes from two browsers', async () => {
      const person = await createPerson();
      const rows = [rowOf(crypto.randomUUID()), rowOf(crypto.randomUUID())];
      const added = await Promise.all(rows.map((row) => add(person, [row])));
      expect(added.flat()).toHaveLength(1);
      expect(await as(person, 'select run_id from run_tracks')).toHaveLength(1);
    });

    test('instead of a poorer one, even with the same totals, which undo restores', async () => {
      const person = await createPerson();
      const [poor, rich] = [crypto.randomUUID(), crypto.randomUUID()];
      await add(person, [rowOf(poor)]);
      const importId = await startImport(person);
      await add(person, [{ ...rowOf(rich), replaces: poor }], importId);
      const shown = 'select id from runs where deleted_at is null and replaced_by is null';
      expect(await as(person, shown)).toEqual([{ id: rich }]);
      await as(person, 'select undo_import($1)', [importId]);
      expect(await as(person, shown)).toEqual([{ id: poor }]);
    });

    test('twenty thousand at most', async () => {
      const person = await createPerson();
      await database.sql`
        insert into runs (user_id, started_at, utc_offset, day, metres, elapsed, moving, source, points, has_route, richness, efforts)
        select ${person}, '2000-01-01'::timestamptz + n * interval '1 hour', 0, '2000-01-01', 1, 1, 1, 'gpx', 0, false, 0, '{}'
        from generate_series(1, 19999) n`;
      expect(await add(person, [rowOf(crypto.randomUUID())])).toHaveLength(1);
      await expect(
        add(person, [rowOf(crypto.randomUUID(), { started_at: '2026-06-01T06:00:00Z' })]),
      ).rejects.toThrow('You have 20,000 runs');
    });
  });

  test('are in the export of everything that is held about me, and no other user’s are', async () => {
    const { person, run } = await createRunner();
    const other = await createRunner();
    const [row] = await as<{ data: Record<string, object[]> }>(person, 'select export_my_data() as data');
    expect(row?.data['public.runs']).toMatchObject([{ id: run, name: 'Morning run' }]);
    expect(row?.data['public.privacy_zones']).toHaveLength(1);
    expect(row?.data['public.running_settings']).toMatchObject([{ unit: 'mi', zones_version: 1 }]);
    expect(JSON.stringify(row?.data)).not.toContain(other.person);
  });

  describe('a zone', () => {
    test('has a secret that no client chooses, and raises the version with every change but its name', async () => {
      const { person, zone, secret } = await createRunner();
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      const version = async () =>
        (await as<{ zones_version: number }>(person, 'select zones_version from running_settings'))[0]
          ?.zones_version;
      for (const statement of [
        `insert into privacy_zones (latitude, longitude, radius, secret) values (1, 1, 100, repeat('0', 64))`,
        `update privacy_zones set secret = repeat('0', 64)`,
        `update privacy_zones set latitude = 1`,
        `update running_settings set zones_version = 0`,
        `insert into running_settings (zones_version) values (7)`,
      ])
        await expect(as(person, statement)).rejects.toThrow(/permission denied/);
      expect(await version()).toBe(1);
      await as(person, `update privacy_zones set name = 'Work'`);
      expect(await version()).toBe(1);
      await as(person, `insert into privacy_zones (latitude, longitude, radius) values (1, 1, 100)`);
      expect(await version()).toBe(2);
      await as(person, 'delete from privacy_zones where id = $1', [zone]);
      expect(await version()).toBe(3);
    });

    test('must have valid coordinates and a valid radius', async () => {
      const person = await createPerson();
      for (const values of [
        '91, 0, 100',
        '0, 181, 100',
        `'NaN', 0, 100`,
        `0, 'Infinity', 100`,
        '0, 0, 99',
        '0, 0, 5001',
      ])
        await expect(
          as(person, `insert into privacy_zones (latitude, longitude, radius) values (${values})`),
        ).rejects.toThrow(/check constraint/);
    });
  });
});
