/** A stranger with a token and a visitor without one request everything about a runner; nothing hidden is in any response. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeRun } from '../../app/running/data/own-runs.ts';
import { addZone } from '../../app/running/data/privacy-zones.ts';
import { publish } from '../../app/running/data/publication.ts';
import { saveSettings } from '../../app/running/data/running-settings.ts';
import type { RunEntry } from '../../app/running/run-source.ts';
import { createOwnSource } from '../../app/running/sources/own-source.ts';
import { createPlane } from '../../running/analysis/geometry.ts';
import { toHiddenCircle } from '../../running/privacy/zone.ts';
import { useBackend } from '../compat/compat-backend.ts';
import { settings, signedUp } from '../compat/test-users.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { recordMoments, somewhere, startTime } from '../harness/running/recording.ts';
import { writeGpx } from '../harness/running/write-files.ts';
import { importInProcess } from './import-in-process.ts';

const seconds = 1200;
const moments = recordMoments(seconds, 3);
const tables = ['run_imports', 'runs', 'run_tracks', 'running_settings', 'privacy_zones', 'published_runs'];

const publicColumns =
  'run_id, zones_version, name, started_at, utc_offset, day, metres, elapsed, moving, gain, loss, average_heart_rate, highest_heart_rate, average_cadence, gear, source, points, has_route, efforts, time, latitude, longitude, elevation, heart_rate, distance, breaks, corners, outline, published_at';

describeSiteOnEveryServer('a runner', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  /** A user with a private run and a public one that begins at home. */
  async function createRunner() {
    const { client, session } = await signedUp(open());
    await importInProcess(client, {
      'from-home.gpx': writeGpx(moments),
      'private-file.gpx': writeGpx(recordMoments(900, 2, startTime + 86_400_000), { name: 'Secret meeting' }),
    });
    const [hidden, shown] = await createOwnSource(client).list();
    if (!hidden || !shown) throw new Error('no runs');
    const word = crypto.randomUUID();
    await changeRun(client, shown.id, { name: word, notes: 'the doctor said' });
    await saveSettings(client, { highestHeartRate: 187, gear: { 'Blue shoes': {} } });
    const zone = await addZone(client, { name: 'My home', ...somewhere, radius: 300 });
    await publish(client, [shown.id]);
    const packed = await client.from('run_tracks').select('packed').eq('run_id', shown.id).single();
    const path = `${session.user.id}/${shown.id}/from-home.gpx`;
    return {
      client,
      word,
      user: session.user.id,
      hidden,
      shown,
      zone,
      path,
      packed: String(packed.data?.packed),
    };
  }
  type Runner = Awaited<ReturnType<typeof createRunner>>;

  /** Every request that a client can send about runs, and all responses. */
  async function queryEverything(
    client: SupabaseClient,
    { user, shown, hidden, zone, path }: Runner,
  ): Promise<string> {
    const files = client.storage.from('run-files');
    const far = createPlane(somewhere).toPosition(0, 50_000);
    const forged = { run_id: hidden.id, zones_version: 1, points: 0, latitude: [far.latitude] };
    const answers = await Promise.all([
      ...tables.flatMap((table) => [
        client.from(table).select('*', { count: 'exact' }),
        client.from(table).select('*').eq('user_id', user),
        client.from(table).select('*', { count: 'exact', head: true }),
        client.from(table).select('user_id'),
        client.from(table).update({ name: 'x' }).not('user_id', 'is', null).select(),
        client.from(table).delete().not('user_id', 'is', null).select(),
      ]),
      client.from('published_runs').select(publicColumns),
      client.from('published_runs').select('*, runs(*)'),
      client.from('published_runs').select('run_id, runs(run_tracks(packed), notes)'),
      client.from('runs').select('*, published_runs(*), run_tracks(*), run_imports(*)'),
      client.from('published_runs').select('run_id').eq('user_id', user),
      client
        .from('published_runs')
        .select('run_id')
        .lt('elapsed', 1e9)
        .gt('zones_version', 0)
        .order('metres'),
      client.from('published_runs').insert(forged).select(),
      client
        .from('published_runs')
        .upsert({ ...forged, run_id: shown.id })
        .select(),
      client.from('run_tracks').insert({ run_id: shown.id, packed: 'AQ' }).select(),
      client.from('privacy_zones').update({ name: 'x' }).eq('id', zone.id).select(),
      client.rpc('owner_runs'),
      client.rpc('restore_runs', { ids: [shown.id, hidden.id] }),
      client.rpc('undo_import', { import: shown.id }),
      client.rpc('keep_originals', { kept: [{ id: shown.id, original: 'x' }] }),
      client.rpc('add_runs', { import: null, batch: [{ id: shown.id }] }),
      client.rpc('hidden_circles', { of_user: user, run_start: '2024-05-01' }),
      client.rpc('enters_zone', {
        of_user: user,
        run_start: '2024-05-01',
        latitudes: [48.2],
        longitudes: [11.5],
        joined: [false],
      }),
      client.schema('site').rpc('hidden_circles', { of_user: user, run_start: '2024-05-01' }),
      client.schema('storage').from('objects').select('*'),
      files.list(user),
      files.list(`${user}/${shown.id}`),
      files.list('', { search: 'home' }),
      files.listV2({ prefix: `${user}/` }),
      files.info(path),
      files.exists(path),
      files.createSignedUrl(path, 60),
      files.createSignedUrls([path], 60),
      files.createSignedUploadUrl(path),
      files.upload(path, 'x', { upsert: true }),
      files.upload(`${user}/x/y.gpx`, 'x'),
      files.copy(path, 'copy.gpx'),
      files.move(path, 'moved.gpx'),
      files.remove([path]),
      client.storage.getBucket('run-files'),
    ]);
    const texts = [
      await downloadText(files.download(path)),
      await (await fetch(files.getPublicUrl(path).data.publicUrl)).text(),
    ];
    return JSON.stringify([
      answers.map(({ data, error, ...rest }) => [data, error, 'count' in rest ? rest.count : 0]),
      texts,
    ]);
  }

  async function downloadText(answer: PromiseLike<{ data: Blob | null; error: unknown }>): Promise<string> {
    const { data, error } = await answer;
    return data ? await data.text() : JSON.stringify(error);
  }

  const who = ['a stranger with a token', 'a visitor'] as const;
  describe.each(who)('to %s', (caller) => {
    const createCaller = async () =>
      caller === 'a visitor' ? open().client() : (await signedUp(open())).client;

    let runner: Runner;
    let before: RunEntry[];
    let responses: string;
    beforeAll(async () => {
      runner = await createRunner();
      before = await createOwnSource(runner.client).list();
      responses = await queryEverything(await createCaller(), runner);
    });

    test('reveals only the part outside the zones', async () => {
      const { zone, user, hidden, shown, packed } = runner;
      const circle = toHiddenCircle(zone, startTime);
      for (const secretText of [
        zone.secret,
        zone.id,
        'My home',
        'the doctor said',
        'Secret meeting',
        'private-file',
        '"highest_heart_rate":187',
      ]) {
        expect(responses).not.toContain(secretText);
      }
      for (const secretText of [
        packed.slice(0, 60),
        '<gpx',
        'trkpt',
        'Garmin',
        String(circle.latitude),
        '"token"',
        'signedUrl":"h',
      ])
        expect(responses).not.toContain(secretText);
      // The requested path may be repeated in a refusal; apart from that no response names the runner.
      expect(responses.replaceAll(runner.path, '').replaceAll(user, '')).not.toContain('user_id":"');
      // No point in the circle, in no notation, and no sum of the whole run.
      const inside = moments.filter(({ latitude, longitude }) => {
        const plane = createPlane(circle);
        return Math.hypot(plane.toEast(longitude), plane.toNorth(latitude)) < circle.radius;
      });
      expect(inside.length).toBeGreaterThan(50);
      for (const { latitude } of inside) {
        expect(responses).not.toContain(String(Math.round(latitude * 1e6)));
        expect(responses).not.toContain(latitude.toFixed(5));
      }
      expect(responses).not.toContain(`"metres":${shown.metres},`);
      expect(responses).not.toContain(`"elapsed":${shown.elapsed},`);
      expect(responses).not.toContain(`"metres":${hidden.metres},`);
      // The public part is in the responses: the requests did reach the data.
      expect(responses).toContain(shown.id);
      expect(responses).toContain(runner.word);
    });

    test('is not changed by any of it', async () => {
      expect(await createOwnSource(runner.client).list()).toEqual(before);
      expect((await runner.client.from('privacy_zones').select('name')).data).toEqual([{ name: 'My home' }]);
      const file = await runner.client.storage.from('run-files').download(runner.path);
      expect(await file.data?.text()).toBe(writeGpx(moments));
    });

    test('is not in any response once a zone has changed', async () => {
      await addZone(runner.client, { name: 'Work', latitude: 1, longitude: 1, radius: 100 });
      const now = await queryEverything(await createCaller(), runner);
      expect(now.replaceAll(runner.path, '')).not.toContain(runner.shown.id);
      expect(now).not.toContain(runner.word);
    });
  });

  test('who deletes the account removes runs, publications and files', async () => {
    const runner = await createRunner();
    await runner.client.rpc('delete_my_account');
    const { sql } = server().database;
    for (const table of tables)
      expect(await sql.script(`select 1 from ${table} where user_id = '${runner.user}'`)).toHaveLength(0);
    expect(await sql`select 1 from storage.objects where name like ${`${runner.user}/%`}`).toHaveLength(0);
  });
});
