/** Publishing runs as a browser does it: what other users get of them, and what a changed zone does to that. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { changeRun, deleteRuns, restoreRuns } from '../../app/running/data/own-runs.ts';
import { addZone, listZones, removeZone } from '../../app/running/data/privacy-zones.ts';
import { countStale, publish, republishAll, unpublish } from '../../app/running/data/publication.ts';
import { readSettings, saveSettings } from '../../app/running/data/running-settings.ts';
import { createOwnSource } from '../../app/running/sources/own-source.ts';
import { createPublicSource } from '../../app/running/sources/public-source.ts';
import { metresBetween } from '../../running/analysis/geometry.ts';
import { toHiddenCircle } from '../../running/privacy/zone.ts';
import { useBackend } from '../compat/compat-backend.ts';
import { password, settings, signedUp } from '../compat/test-users.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { recordMoments, somewhere, startTime } from '../harness/running/recording.ts';
import { writeGpx, writeTcx } from '../harness/running/write-files.ts';
import { writeStaticSite } from '../harness/static-site.ts';
import { importInProcess } from './import-in-process.ts';

/** From `somewhere` to the north, three meters a second. */
const gpx = (seconds: number, start = startTime) =>
  writeGpx(recordMoments(seconds, 3, start), { name: 'To the lake' });
const home = { name: 'Home', ...somewhere, radius: 200 };

describeSiteOnEveryServer('a public run', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });
  const anon = () => createPublicSource(open().client());

  /** A user with one run of twenty minutes. */
  async function runner(seconds = 1200) {
    const { client } = await signedUp(open());
    await importInProcess(client, { 'a.gpx': gpx(seconds) });
    const [entry] = await createOwnSource(client).list();
    return { client, id: entry?.id ?? '' };
  }
  const isSeen = async (id: string, client?: SupabaseClient) =>
    (await (client ? createPublicSource(client) : anon()).open(id)) !== undefined;

  test('is private until its owner publishes it, and private again afterward', async () => {
    const { client, id } = await runner();
    const stranger = (await signedUp(open())).client;
    expect([await isSeen(id), await isSeen(id, stranger)]).toEqual([false, false]);
    expect(await publish(client, [id])).toEqual({ published: [id], refused: [] });
    expect([await isSeen(id), await isSeen(id, stranger)]).toEqual([true, true]);
    expect(await createOwnSource(client).list()).toMatchObject([{ id, isPublic: true }]);
    await unpublish(client, [id]);
    expect([await isSeen(id), await isSeen(id, stranger)]).toEqual([false, false]);
    expect(await createOwnSource(client).list()).toMatchObject([{ id, isPublic: false }]);
  });

  test('is shown whole where there are no zones, without its owner’s private notes', async () => {
    const { client, id } = await runner();
    await changeRun(client, id, { notes: 'my knee hurts', gear: 'Blue shoes' });
    await publish(client, [id]);
    const seen = await anon().open(id);
    expect(seen?.run.track.time).toHaveLength(1200);
    expect(seen).toMatchObject({
      entry: { name: 'To the lake', gear: 'Blue shoes', isPublic: true },
      run: { notes: '', device: undefined },
    });
    expect(seen?.analysis.totals.metres).toBeCloseTo(3597, -1);
    expect((await anon().outlines([id])).get(id)).toMatch(/^M50\.0 96\.0L50\.0 4\.0$/);
  });

  test('has the name of the run, also when that is changed later', async () => {
    const { client, id } = await runner();
    await publish(client, [id]);
    await changeRun(client, id, { name: 'Around the lake', gear: null });
    expect(await anon().open(id)).toMatchObject({ entry: { name: 'Around the lake', gear: undefined } });
  });

  test('is hidden at once when a zone changes, and cut when it is shown again', async () => {
    const { client, id } = await runner();
    await publish(client, [id]);
    const whole = await anon().open(id);
    const zone = await addZone(client, home);
    expect(await isSeen(id)).toBe(false);
    expect((await anon().outlines([id])).size).toBe(0);
    expect(await countStale(client)).toBe(1);
    expect(await republishAll(client)).toEqual({ published: [id], refused: [] });
    expect(await countStale(client)).toBe(0);
    const cut = await anon().open(id);
    const circle = toHiddenCircle(zone, startTime);
    const nearest = Math.min(
      ...Array.from(cut?.run.track.latitude ?? [], (latitude, point) =>
        metresBetween(latitude, cut?.run.track.longitude[point] ?? 0, circle.latitude, circle.longitude),
      ),
    );
    expect(nearest).toBeGreaterThan(circle.radius - 0.1);
    expect(cut?.entry.metres).toBeLessThan((whole?.entry.metres ?? 0) - 100);
    expect(cut?.entry.start).toBeGreaterThan(whole?.entry.start ?? 0);
    await removeZone(client, zone.id);
    expect(await isSeen(id)).toBe(false);
    await republishAll(client);
    expect((await anon().open(id))?.run.track.time).toHaveLength(1200);
  });

  test('that lies in a zone altogether is refused with the reason, and an older publication is removed', async () => {
    const { client, id } = await runner(60);
    await publish(client, [id]);
    await addZone(client, home);
    expect(await republishAll(client)).toEqual({
      published: [],
      refused: [{ id, reason: 'All of this run lies in your privacy zones.' }],
    });
    expect(await createOwnSource(client).list()).toMatchObject([{ isPublic: false }]);
  });

  test('is hidden while it is deleted, and seen again when it is back', async () => {
    const { client, id } = await runner();
    await publish(client, [id]);
    await deleteRuns(client, [id]);
    expect(await isSeen(id)).toBe(false);
    await restoreRuns(client, [id]);
    expect(await isSeen(id)).toBe(true);
  });

  test('that a richer file replaces is no longer public', async () => {
    const { client, id } = await runner();
    await publish(client, [id]);
    await importInProcess(client, { 'b.tcx': writeTcx(recordMoments(1200, 3)) });
    expect(await createOwnSource(client).list()).toMatchObject([{ source: 'tcx', isPublic: false }]);
    expect(await isSeen(id)).toBe(false);
  });

  describe('of the site’s owner', () => {
    test('is in the visitor’s list and in an export; those of others and private ones are not', async () => {
      const email = freshEmail();
      await server().database.sql`select site.set_owners(${[email]})`;
      await open().admin().createUser({ email, password, email_confirm: true });
      const owner = open().client();
      await owner.auth.signInWithPassword({ email, password });
      await importInProcess(owner, { 'a.gpx': gpx(1200), 'b.gpx': gpx(900, startTime + 86_400_000) });
      const [, older] = await createOwnSource(owner).list();
      await publish(owner, [older?.id ?? '']);
      const other = await runner();
      await publish(other.client, [other.id]);
      const seen = await anon().list();
      expect(seen).toMatchObject([{ id: older?.id, name: 'To the lake', isPublic: true, hasRoute: true }]);
      const metres = (list: typeof seen) =>
        list.map(({ efforts }) => efforts.elapsed.map((effort) => effort.metres));
      expect(metres(seen)).toEqual([[400, 800, 1000, 1609.344, 3218.688]]);
      await addZone(owner, home);
      expect(await anon().list()).toEqual([]);
      await republishAll(owner);
      expect(await anon().list()).toHaveLength(1);

      const { url, anonKey } = open();
      const exported = await writeStaticSite({
        files: { 'index.md': '# Home\n' },
        env: { SUPABASE_URL: url, SUPABASE_KEY: anonKey },
      });
      const runs = readdirSync(path.join(exported.folder, 'running')).filter(
        (name) => !/^(?:_|index|pace)/.test(name),
      );
      const page = readFileSync(path.join(exported.folder, 'running', older?.id ?? '', 'index.html'), 'utf8');
      await exported.remove();
      expect(runs).toEqual([older?.id]);
      expect(page).toContain('To the lake');
    });
  });

  test.each(['', 'x', 'sample-1', crypto.randomUUID()])('is not found by the address %j', async (id) => {
    expect(await anon().open(id)).toBe(undefined);
  });
});

describeSiteOnEveryServer('settings of a user', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  test('are stored one at a time', async () => {
    const { client } = await signedUp(open());
    expect(await readSettings(client)).toEqual({
      unit: undefined,
      weekStart: 'monday',
      goals: [],
      gear: {},
      highestHeartRate: undefined,
      samplesHidden: false,
    });
    const goals = [{ period: 'year', of: 'metres', target: 1_000_000 }] as const;
    await saveSettings(client, { unit: 'mi', goals: [...goals] });
    await saveSettings(client, { samplesHidden: true, highestHeartRate: 190 });
    await saveSettings(client, { unit: undefined, gear: { 'Blue shoes': { limitMetres: 800_000 } } });
    expect(await readSettings(client)).toEqual({
      unit: undefined,
      weekStart: 'monday',
      goals,
      gear: { 'Blue shoes': { limitMetres: 800_000 } },
      highestHeartRate: 190,
      samplesHidden: true,
    });
  });

  test('out of range are refused with a message', async () => {
    const { client } = await signedUp(open());
    for (const bad of [{ radius: 99 }, { radius: 5001 }, { latitude: 91 }, { longitude: 181 }])
      await expect(addZone(client, { ...home, ...bad })).rejects.toThrow(/out of range/);
    expect(await listZones(client)).toEqual([]);
  });

  test('have at most twenty zones, also when they are added at once', async () => {
    const { client } = await signedUp(open());
    const results = await Promise.allSettled(Array.from({ length: 22 }, () => addZone(client, home)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(addZone(client, home)).rejects.toThrow('the limit of 20 zones');
  });
});
