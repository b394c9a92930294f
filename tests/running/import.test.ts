/** Importing runs as a browser does it, against a real backend with its storage. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  changeRun,
  deleteRuns,
  downloadOriginal,
  purgeRuns,
  restoreRuns,
} from '../../app/running/data/own-runs.ts';
import { runImport } from '../../app/running/import/run-import.ts';
import type { ImportPlan } from '../../app/running/import/start-import.ts';
import { lastImport, undoImport } from '../../app/running/import/undo-import.ts';
import { keepChosen } from '../../app/running/import-ui/plan-groups.ts';
import { createOwnSource } from '../../app/running/sources/own-source.ts';
import { useBackend } from '../compat/compat-backend.ts';
import { settings, signedUp } from '../compat/test-users.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { recordMoments, startTime } from '../harness/running/recording.ts';
import { writeFit, writeGpx, writeTcx } from '../harness/running/write-files.ts';
import { writeZip } from '../harness/running/write-zip.ts';
import { importInProcess, planInProcess } from './import-in-process.ts';

const day = 86_400_000;
const moments = (index: number, count = 400) => recordMoments(count, 3, startTime + index * day);
const packed = gzipSync(writeFit(moments(0)));
const archive = writeZip([
  { name: 'activities/1.fit.gz', content: packed },
  { name: 'activities/zwölf äpfel.gpx', content: writeGpx(moments(1), { name: 'Morning' }) },
  { name: 'activities/3.tcx', content: writeTcx(moments(2)) },
  { name: 'activities/again.gpx', content: writeGpx(moments(0)) },
  { name: 'activities/bad.fit', content: 'rubbish' },
]);
const kinds = (items: readonly { kind: string }[]) => items.map(({ kind }) => kind);

describeSiteOnEveryServer('an import', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });
  const somebody = async () => (await signedUp(open())).client;
  const list = (client: SupabaseClient) => createOwnSource(client).list();
  const filesOf = async (client: SupabaseClient) => {
    const { data } = await client.auth.getSession();
    const rows = await server().database.sql`
      select name from storage.objects where bucket_id = 'run-files' and name like ${`${data.session?.user.id}/%`} order by name`;
    return rows.map(({ name }) => String(name).split('/').at(-1));
  };

  test('stores the runs of an archive with their tracks, and says what became of the rest', async () => {
    const client = await somebody();
    const plan = await planInProcess(client, { 'export.zip': archive });
    expect(kinds(plan.items)).toEqual(['new', 'new', 'new', 'repeated', 'broken']);
    expect(plan.items[3]?.reason).toBe('The same run as in export.zip/activities/1.fit.gz.');
    const told: string[] = [];
    const result = await runImport(client, plan, {
      onProgress: ({ done, total, phase }) => told.push(`${phase} ${done}/${total}`),
    });
    expect(result).toMatchObject({ added: 3, replaced: 0, failed: [], withoutFile: [] });
    expect(told).toEqual(expect.arrayContaining(['runs 1/3', 'runs 3/3', 'files 1/3', 'files 3/3']));
    const entries = await list(client);
    expect(entries.map(({ day: date, source }) => [date, source])).toEqual([
      ['2024-05-03', 'tcx'],
      ['2024-05-02', 'gpx'],
      ['2024-05-01', 'fit'],
    ]);
    expect(entries[2]).toMatchObject({ elapsed: 399, hasRoute: true, isPublic: false });
    expect(entries[2]?.efforts.elapsed.map(({ metres }) => metres)).toEqual([400, 800, 1000]);
    const opened = await createOwnSource(client).open(entries[2]?.id ?? '');
    expect(opened?.run.track.time).toHaveLength(400);
    expect(opened?.run.track.latitude[100]).toBeCloseTo(moments(0)[100]?.latitude ?? 0, 6);
    expect(opened).toMatchObject({ original: '1.fit.gz', run: { laps: [{ start: 0, time: 399 }] } });
    const outlines = await createOwnSource(client).outlines(entries.map(({ id }) => id));
    expect(outlines.size).toBe(3);
  });

  test('of other sports stores those that the user chooses, and asks a run without a date for one', async () => {
    const client = await somebody();
    const sinceStart = recordMoments(400, 3, Date.parse('1989-12-31T00:05:00Z'));
    const plan = await planInProcess(client, {
      'ride.fit': writeFit(moments(0), { sport: 'cycling' }),
      'gym.tcx': writeTcx(moments(1), { sport: 'Other' }),
      'old-watch.fit': writeFit(sinceStart),
      'cut.fit': writeFit(moments(3)).slice(0, 9000),
      'export.zip': writeZip([{ name: 'hike.gpx', content: writeGpx(moments(4), { type: 'hiking' }) }]),
    });
    expect(plan.items.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['ignored', 'This is not a run: “cycling”.'],
      ['doubtful', 'The file says it is “Other”.'],
      ['doubtful', 'The watch did not know the date.'],
      ['new', 'Incomplete. This FIT file ends in the middle.'],
      ['ignored', 'This is not a run: “hiking”.'],
    ]);
    expect(plan.runs.map(({ path }) => path)).toEqual(['cut.fit']);
    const [, , undated] = plan.items;
    const dates = new Map(undated ? [[undated, Date.parse('2015-06-07T18:30:00Z')]] : []);
    const result = await runImport(client, keepChosen(plan, new Set(plan.items), dates));
    expect(result).toMatchObject({ added: 5, failed: [], withoutFile: [] });
    const days = (await list(client)).map(({ day: date, utcOffset }) => [date, utcOffset]);
    expect(days).toContainEqual(['2015-06-07', 0]);
    expect(days).toContainEqual(['2024-05-05', expect.any(Number)]);
    expect(await filesOf(client)).toHaveLength(5);
  });

  test('of the same archive a second time adds nothing', async () => {
    const client = await somebody();
    await importInProcess(client, { 'export.zip': archive });
    const plan = await planInProcess(client, { 'export.zip': archive });
    expect(kinds(plan.items)).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'broken']);
    expect(await runImport(client, plan)).toMatchObject({ importId: undefined, added: 0, replaced: 0 });
    expect(await list(client)).toHaveLength(3);
    expect(await filesOf(client)).toHaveLength(3);
  });

  test('from two browsers at the same moment adds each run once', async () => {
    const client = await somebody();
    const [one, other] = await Promise.all([
      planInProcess(client, { 'export.zip': archive }),
      planInProcess(client, { 'export.zip': archive }),
    ]);
    const results = await Promise.all([runImport(client, one), runImport(client, other)]);
    expect(await list(client)).toHaveLength(3);
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(3);
  });

  test('gives each file back as it was, byte by byte and by its name', async () => {
    const client = await somebody();
    await importInProcess(client, { 'export.zip': archive });
    const entries = await list(client);
    const { name, blob } = await downloadOriginal(client, entries[2]?.id ?? '');
    expect(name).toBe('1.fit.gz');
    expect(await blob.bytes()).toEqual(packed);
    const second = await downloadOriginal(client, entries[1]?.id ?? '');
    expect(second.name).toBe('zwölf äpfel.gpx');
    expect(await second.blob.text()).toBe(writeGpx(moments(1), { name: 'Morning' }));
  });

  describe('of a richer file', () => {
    test('takes the place of the poorer run and keeps what was written about it; undone, the old one is back', async () => {
      const client = await somebody();
      await importInProcess(client, { 'a.gpx': writeGpx(moments(0), { name: '' }) });
      const [poor] = await list(client);
      await changeRun(client, poor?.id ?? '', { name: 'With Anna', gear: 'Blue shoes' });
      const plan = await planInProcess(client, { 'a.fit': writeFit(moments(0)) });
      expect(kinds(plan.items)).toEqual(['richer']);
      const { importId, replaced } = await runImport(client, plan);
      expect(replaced).toBe(1);
      expect(await list(client)).toMatchObject([{ source: 'fit', name: 'With Anna', gear: 'Blue shoes' }]);
      const again = await planInProcess(client, { 'a.gpx': writeGpx(moments(0), { name: '' }) });
      expect(kinds(again.items)).toEqual(['duplicate']);
      again.close();
      await undoImport(client, importId ?? '');
      expect(await list(client)).toMatchObject([{ id: poor?.id, source: 'gpx', name: 'With Anna' }]);
      expect(await filesOf(client)).toEqual(['a.gpx']);
    });
  });

  test('undone is as if it had never been', async () => {
    const client = await somebody();
    await importInProcess(client, { 'b.gpx': writeGpx(moments(9)) });
    const { importId } = await importInProcess(client, { 'export.zip': archive });
    expect(await lastImport(client)).toMatchObject({ id: importId, runs: 3 });
    await undoImport(client, importId ?? '');
    expect(await list(client)).toHaveLength(1);
    expect(await filesOf(client)).toEqual(['b.gpx']);
    expect(await lastImport(client)).toMatchObject({ runs: 1 });
    expect(await importInProcess(client, { 'export.zip': archive })).toMatchObject({ added: 3 });
  });

  describe('that goes wrong', () => {
    /** Answers some requests in the place of the backend while `work` runs. */
    async function between<Value>(
      answer: (url: string) => Response | Error | undefined,
      work: () => Promise<Value>,
    ): Promise<Value> {
      const real = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        const given = answer(input instanceof Request ? input.url : String(input));
        if (given instanceof Error) throw given;
        return given ?? real(input, init);
      };
      try {
        return await work();
      } finally {
        globalThis.fetch = real;
      }
    }
    const isUpload = (url: string) => url.includes('/storage/v1/object/run-files');

    test('by a cut connection is finished by importing again, with nothing double', async () => {
      const client = await somebody();
      const plan = await planInProcess(client, { 'export.zip': archive });
      let uploads = 0;
      const stop = new AbortController();
      const result = await between(
        (url) => {
          if (isUpload(url)) uploads += 1;
          return isUpload(url) && uploads > 1 ? new TypeError('fetch failed') : undefined;
        },
        () =>
          runImport(client, plan, {
            signal: stop.signal,
            onProgress: ({ phase }) => phase === 'files' && stop.abort(),
          }),
      );
      expect(result.added).toBe(3);
      const { length } = await filesOf(client);
      expect(length).toBeLessThan(3);
      const again = await planInProcess(client, { 'export.zip': archive });
      expect(again.missingFiles).toHaveLength(3 - length);
      expect(await runImport(client, again)).toMatchObject({ added: 0, withoutFile: [] });
      expect(await filesOf(client)).toHaveLength(3);
      expect(await list(client)).toHaveLength(3);
    });

    test('by a lost answer is tried again, and adds nothing double', async () => {
      const client = await somebody();
      const plan = await planInProcess(client, { 'export.zip': archive });
      const real = globalThis.fetch;
      let lost = 0;
      globalThis.fetch = async (input, init) => {
        const answer = await real(input, init);
        if (!String(input).includes('rpc/add_runs') || lost > 0) return answer;
        lost += 1;
        throw new TypeError('fetch failed');
      };
      try {
        expect(await runImport(client, plan)).toMatchObject({ added: 3, failed: [] });
      } finally {
        globalThis.fetch = real;
      }
      expect(lost).toBe(1);
      expect(await list(client)).toHaveLength(3);
    });

    test('by a full disk keeps the runs, says so for each file, and does not ask again and again', async () => {
      const client = await somebody();
      const body = JSON.stringify({ statusCode: '507', error: 'InsufficientStorage', message: 'full' });
      let asked = 0;
      const result = await between(
        (url) => {
          if (!isUpload(url)) return undefined;
          asked += 1;
          return new Response(body, { status: 507, headers: { 'content-type': 'application/json' } });
        },
        () => importInProcess(client, { 'export.zip': archive }),
      );
      expect(result).toMatchObject({ added: 3, failed: [] });
      expect(result.withoutFile.map(({ reason }) => reason)).toEqual(
        Array(3).fill('The site’s disk is full.'),
      );
      expect(asked).toBeLessThanOrEqual(3);
      expect(await list(client)).toHaveLength(3);
      expect(await importInProcess(client, { 'export.zip': archive })).toMatchObject({
        added: 0,
        withoutFile: [],
      });
      expect(await filesOf(client)).toHaveLength(3);
    });

    test('by a file that is too large keeps its run', async () => {
      const { sql } = server().database;
      const client = await somebody();
      await sql`update storage.buckets set file_size_limit = 20000 where id = 'run-files'`;
      try {
        const result = await importInProcess(client, { 'export.zip': archive });
        expect(result).toMatchObject({ added: 3, failed: [] });
        expect(result.withoutFile).toContainEqual({
          path: 'export.zip/activities/3.tcx',
          reason: 'The file is too large. The limit is 50 MB.',
        });
        expect(await filesOf(client)).toEqual(['1.fit.gz']);
      } finally {
        await sql`update storage.buckets set file_size_limit = 52428800 where id = 'run-files'`;
      }
    });

    test('in one run stops none of the others', async () => {
      const client = await somebody();
      const plan = await planInProcess(client, { 'export.zip': archive });
      const { readRows } = plan.worker;
      const worker: ImportPlan['worker'] = {
        ...plan.worker,
        readRows: async (runs) =>
          (await readRows(runs)).map((row, at) => (runs[at]?.index === 1 ? { ...row, metres: -5 } : row)),
      };
      const result = await runImport(client, { ...plan, worker });
      expect(result.added).toBe(2);
      expect(result.failed).toMatchObject([{ path: 'export.zip/activities/zwölf äpfel.gpx' }]);
      expect(await list(client)).toHaveLength(2);
      expect(await filesOf(client)).toHaveLength(2);
    });
  });

  test('takes what no table likes: odd letters, and a day and a night of points', async () => {
    const client = await somebody();
    const long = recordMoments(70_000, 1, startTime);
    const name = `\u{1F3C3}${'x'.repeat(199)}\u{1F3C3}`;
    const result = await importInProcess(client, {
      'long.gpx': writeGpx(long, { name }),
      [`${'ä'.repeat(150)}/..gpx`]: writeGpx(moments(3), { name: '&#x1F3C3;' }),
    });
    expect(result).toMatchObject({ added: 2, failed: [], withoutFile: [] });
    const entry = (await list(client)).find(({ elapsed }) => elapsed > 60_000);
    expect(Array.from(entry?.name ?? '')).toHaveLength(200);
    const opened = await createOwnSource(client).open(entry?.id ?? '');
    expect(opened?.run.track.time.at(-1)).toBe(69_999);
    expect(opened?.run.track.time.length).toBeGreaterThan(30_000);
  });

  describe('a deleted run', () => {
    test('is hidden at once, comes back when that is undone, and is gone with its file afterward', async () => {
      const client = await somebody();
      await importInProcess(client, { 'export.zip': archive });
      const ids = (await list(client)).map(({ id }) => id);
      await deleteRuns(client, ids);
      expect(await list(client)).toEqual([]);
      expect(await createOwnSource(client).open(ids[0] ?? '')).toBe(undefined);
      await restoreRuns(client, ids.slice(0, 1));
      expect(await list(client)).toHaveLength(1);
      await purgeRuns(client, Date.now() + day);
      expect(await filesOf(client)).toHaveLength(1);
      await restoreRuns(client, ids);
      expect(await list(client)).toHaveLength(1);
    });
  });
});
