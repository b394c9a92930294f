/** What the database does with page views: counts, forgets, reports to the owner, and refuses every other caller. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ViewsReport } from '../../app/stats/report.ts';
import type { Database } from '../../database/database.ts';
import { createDatabaseStore } from '../../page-views/database-store.ts';
import { digestOf } from '../../page-views/hosted-store.ts';
import type { ViewBatch, ViewStore } from '../../page-views/view-store.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { countedView, toTable, type ViewRow } from '../harness/page-views/test-view.ts';

describeSiteOnEveryServer('page views', (server) => {
  let database: Database;
  let store: ViewStore;
  beforeAll(async () => {
    database = server().database;
    store = createDatabaseStore(database);
  });
  beforeEach(async () => {
    await database.sql`truncate site.page_view_paths, site.page_view_counts, site.page_view_facts, site.page_view_salts,
      site.page_view_origins, site.page_view_crossed, site.page_view_crossed_days, site.page_view_visits, site.page_view_batches, site.page_view_writers`;
    await database.sql`update site.page_view_rollup set until = '-infinity'`;
  });

  const view = ({ views = 1, ...changes }: Partial<ViewRow> = {}): ViewRow => ({
    ...countedView(changes),
    views,
  });
  const batchOf = (views: ViewRow[], more: Partial<ViewBatch> = {}): ViewBatch => ({
    id: randomUUID(),
    today: '2026-11-15',
    ...toTable(views),
    discarded: [],
    ...more,
  });
  const record = (views: ViewRow[], more: Partial<ViewBatch> = {}) => store.record(batchOf(views, more));

  const owner = { role: 'authenticated', app_metadata: { owner: true } };
  async function asCaller<Row>(claims: object, statement: string): Promise<Row> {
    return database.asRole('authenticated', { ...claims }, async (sql) => {
      const [row] = await sql.script(`select ${statement} as answer`);
      return row?.answer as Row;
    });
  }
  const report = (lastDay: string, firstDay?: string, unit = 'day') =>
    asCaller<ViewsReport>(
      owner,
      `public.page_view_report('${lastDay}', ${firstDay ? `'${firstDay}'` : 'null'}, '${unit}')`,
    );
  const totals = async (day = '2026-11-15') => {
    const { series, pages } = await report(day, day);
    return { site: series[0], pages: Object.fromEntries(pages.map(({ name, ...counts }) => [name, counts])) };
  };

  test('are counted for the day, and visitors once a day for the site and for each page', async () => {
    await record([view(), view({ path: '/running' }), view({ visitor: '2', views: 3 })]);
    await record([view({ views: 2 })]);
    expect(await totals()).toEqual({
      site: { at: '2026-11-15', views: 7, visitors: 2 },
      pages: { '/about': { views: 6, visitors: 2 }, '/running': { views: 1, visitors: 1 } },
    });
  });

  test('count a visitor again on another day', async () => {
    await record([view(), view({ day: '2026-11-16' })]);
    expect((await report('2026-11-16', '2026-11-15')).series.map(({ visitors }) => visitors)).toEqual([1, 1]);
  });

  test('count a visitor for the referrer, device and country of the first view alone', async () => {
    await record([
      view({ referrer: 'example.com', device: 'phone', country: 'DE' }),
      view({ path: '/running', referrer: 'other.example', device: 'phone', country: 'DE' }),
    ]);
    await record([view({ referrer: 'other.example', visitor: '2' })]);
    const { referrers, devices, countries } = await report('2026-11-15', '2026-11-15');
    expect(referrers).toEqual([
      { name: 'other.example', views: 2, visitors: 1 },
      { name: 'example.com', views: 1, visitors: 1 },
    ]);
    expect(devices).toContainEqual({ name: 'phone', views: 2, visitors: 1 });
    expect(countries).toEqual([{ name: 'DE', views: 2, visitors: 1 }]);
  });

  test('that were discarded are counted by reason, and nowhere else', async () => {
    await record([], { discarded: [{ day: '2026-11-15', reason: 'bot', views: 4 }] });
    await record([], { discarded: [{ day: '2026-11-15', reason: 'bot', views: 1 }] });
    const { discarded, begun, pages } = await report('2026-11-15', '2026-11-15');
    expect(discarded).toEqual([{ name: 'bot', views: 5, visitors: 0 }]);
    expect({ begun, pages }).toEqual({ begun: null, pages: [] });
  });

  test('are written once, however often the batch is sent', async () => {
    const id = randomUUID();
    for (let i = 0; i < 3; i++) await record([view()], { id });
    expect((await totals()).site).toMatchObject({ views: 1 });
  });

  test('of one visitor and page in two hours are two rows and one visit', async () => {
    const rows = [
      view({ hour: 7, referrer: 'example.com' }),
      view({ hour: 8 }),
      view({ hour: 8, path: '/x' }),
    ];
    for (let i = 0; i < 2; i++) await record(rows);
    expect(await totals()).toEqual({
      site: { at: '2026-11-15', views: 6, visitors: 1 },
      pages: { '/about': { views: 4, visitors: 1 }, '/x': { views: 2, visitors: 1 } },
    });
    const { series } = await report('2026-11-15', '2026-11-15', 'hour');
    expect(series.slice(7, 9)).toEqual([
      { at: '07', views: 2, visitors: 1 },
      { at: '08', views: 4, visitors: 0 },
    ]);
  });

  test('of a process that was started before the database upgrade are counted too', async () => {
    await database.sql`select site.allow_page_views(${digestOf('its key')})`;
    const older = (views: ViewRow[]) =>
      JSON.stringify({
        id: randomUUID(),
        today: '2026-11-15',
        views,
        discarded: [{ day: '2026-11-15', reason: 'bot', views: 1 }],
      });
    await database.sql`select site.record_page_views(${older([view(), view({ visitor: '2', path: '/x', views: 3 })])}::text::jsonb)`;
    await database.sql`select site.record_page_views(${older([])}::text::jsonb)`;
    await database.asRole(
      'anon',
      {},
      (sql) => sql`select public.record_page_views('its key', ${older([view()])}::text::jsonb)`,
    );
    expect(await totals()).toEqual({
      site: { at: '2026-11-15', views: 5, visitors: 2 },
      pages: { '/x': { views: 3, visitors: 1 }, '/about': { views: 2, visitors: 1 } },
    });
    expect((await report('2026-11-15', '2026-11-15')).discarded).toMatchObject([{ name: 'bot', views: 3 }]);
  });

  test('are written without reading a table from end to end, on a day with more visitors than the planner’s statistics know', async () => {
    await database.sql`insert into site.page_view_visits (day, visitor, path_id)
      select '2026-11-15', n, 1 from generate_series(1, 20000) n`;
    const batch = JSON.stringify(batchOf([view()]));
    const [before, after] = await database.transaction(async (sql) => {
      const countScans = () => sql`select relname, seq_scan from pg_stat_xact_user_tables
        where schemaname = 'site' and relname <> 'page_view_rollup' order by relname`;
      const first = [...(await countScans())];
      await sql`select site.write_page_views(${batch}::text::jsonb)`;
      return [first, [...(await countScans())]];
    });
    expect(after).toEqual(before);
  });

  test('of two processes that write at the same moment are all counted', async () => {
    const batches = Array.from({ length: 20 }, (_, i) =>
      record([view({ visitor: String(i % 4) }), view({ path: `/${i % 3}`, visitor: String(i % 4) })]),
    );
    await Promise.all(batches);
    expect((await totals()).site).toEqual({ at: '2026-11-15', views: 40, visitors: 4 });
  });

  test('of two processes that both notice the end of the day are rolled up once', async () => {
    await record([view({ day: '2026-11-14', views: 3 })], { today: '2026-11-14' });
    const waiting = async () => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(*)::integer from pg_locks where locktype = 'advisory' and objid = 720030 and not granted`;
      return row?.count;
    };
    let writing: Promise<unknown> | undefined;
    await database.transaction(async (sql) => {
      await sql`select pg_advisory_xact_lock(720030)`;
      writing = Promise.all([record([view()]), record([view({ visitor: '2' })])]);
      await expect.poll(waiting).toBe(2);
    });
    await writing;
    expect((await report('2026-11-15')).pages).toEqual([{ name: '/about', views: 5, visitors: 3 }]);
  });

  test('use a salt that is the same all day and deleted after two days', async () => {
    const salt = await store.readSalt('2026-11-15');
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    expect(await store.readSalt('2026-11-15')).toBe(salt);
    expect(await store.readSalt('2026-11-16')).not.toBe(salt);
    await record([view(), view({ day: '2026-11-16' })]);
    await record([], { today: '2026-11-17' });
    for (const table of ['salts', 'visits']) {
      const days = await database.sql.script(`select distinct day::text from site.page_view_${table}`);
      expect(days.map(({ day }) => day)).toEqual(['2026-11-16']);
    }
    expect((await totals()).site).toMatchObject({ views: 1, visitors: 1 });
  });

  test('are counted for articles by path', async () => {
    await record([view({ views: 2 }), view({ day: '2025-03-01', views: 5 }), view({ path: '/running' })]);
    expect(await store.count(['/about', '/nowhere'])).toEqual({ '/about': 7 });
  });

  describe('in a report', () => {
    test('are given for each day, with the same number of days before', async () => {
      await record([view({ day: '2026-11-12', views: 2 }), view({ day: '2026-11-14', views: 3 })]);
      const { series, before, begun } = await report('2026-11-15', '2026-11-14');
      expect(series.map(({ at, views }) => [at, views])).toEqual([
        ['2026-11-14', 3],
        ['2026-11-15', 0],
      ]);
      expect(before?.map(({ at, views }) => [at, views])).toEqual([
        ['2026-11-12', 2],
        ['2026-11-13', 0],
      ]);
      expect(begun).toBe('2026-11-12');
    });

    test('are given for each hour of a day', async () => {
      await record([view({ hour: 7 }), view({ hour: 23, path: '/x' }), view({ day: '2026-11-14', hour: 7 })]);
      const { series, before } = await report('2026-11-15', '2026-11-15', 'hour');
      expect(series).toHaveLength(24);
      expect(series[7]).toEqual({ at: '07', views: 1, visitors: 1 });
      expect(series[23]).toEqual({ at: '23', views: 1, visitors: 0 });
      expect(before?.[7]?.views).toBe(1);
    });

    test('are given for each month, and for all time from the first day on', async () => {
      await record([view({ day: '2026-09-20' }), view({ day: '2026-11-02' }), view({ day: '2026-11-03' })]);
      const { series, first_day, before } = await report('2026-11-15', undefined, 'month');
      expect(series.map(({ at, views }) => [at, views])).toEqual([
        ['2026-09-01', 1],
        ['2026-10-01', 0],
        ['2026-11-01', 2],
      ]);
      expect({ first_day, before }).toEqual({ first_day: '2026-09-20', before: null });
    });

    test('add up the same however the days are rolled up', async () => {
      const days = await database.sql<{ day: string }[]>`
        select to_char(d, 'YYYY-MM-DD') as day from generate_series('2024-11-20'::date, '2026-03-10', '1 day') d`;
      const views = days.map(({ day }, i) => view({ day, views: (i % 5) + 1 }));
      // In order, a few days at a time; some are delayed until their day is over, and one for months.
      for (let first = 0; first < views.length; first += 5) {
        const few = views.slice(first, first + 5);
        await record(few, { today: few.at(-1)?.day ?? '' });
      }
      await record([view({ day: '2024-12-24', views: 7 }), view({ day: '2026-03-09', views: 5 })], {
        today: '2026-03-11',
      });
      await record([view({ day: '2026-03-08', views: 5 })], { today: '2026-03-11' });
      const all = views.reduce((sum, each) => sum + each.views, 17);
      expect(await store.count(['/about'])).toEqual({ '/about': all });
      expect((await report('2026-03-11')).pages[0]?.views).toBe(all);
      const ranges = [
        ['2025-01-01', '2025-12-31'],
        ['2024-12-30', '2026-01-04'],
        ['2025-01-06', '2025-01-12'],
        ['2025-01-27', '2025-03-02'],
        ['2024-11-20', '2026-03-10'],
        ['2025-06-11', '2025-06-11'],
        ['2026-03-05', '2026-03-11'],
        ['2026-02-10', '2026-03-11'],
        ['2025-04-01', '2026-03-11'],
      ] as const;
      for (const [first, last] of ranges) {
        const { series, pages, devices } = await report(last, first);
        const total = series.reduce((sum, { views }) => sum + views, 0);
        expect([pages[0]?.views, devices[0]?.views], `${first} to ${last}`).toEqual([total, total]);
      }
    });

    test.each([
      ['was never analyzed', ''],
      ['was analyzed and not yet vacuumed', 'analyze'],
    ])('are read by index alone where the database %s', async (_, analyse) => {
      await database.sql`insert into site.page_view_paths (path) select '/' || n from generate_series(1, 4000) n`;
      await database.sql`insert into site.page_view_facts
        select kind, 1, d, name, 9, 3 from generate_series('2026-10-27'::date, '2026-11-15', '1 day') d,
          (select 'total' as kind, '' as name union all select 'referrer', n || '.example' from generate_series(1, 100) n) names`;
      await database.sql`insert into site.page_view_counts
        select 1, d, id, 9, 3 from generate_series('2026-10-27'::date, '2026-11-15', '1 day') d, site.page_view_paths`;
      await record([], { today: '2026-11-15' });
      if (analyse) await database.sql`analyze site.page_view_counts, site.page_view_facts`;
      await database.asRole('authenticated', owner, async (sql) => {
        // The counters include earlier work of this connection, so the difference counts.
        const wholeReads = () =>
          sql`select relname, seq_scan::integer from pg_stat_xact_user_tables
            where relname in ('page_view_counts', 'page_view_facts') order by relname`;
        const before = await wholeReads();
        for (const first of [`'2026-11-15'`, `'2026-11-09'`, `'2026-10-17'`, `'2025-12-01'`, 'null'])
          await sql.script(`select public.page_view_report('2026-11-15', ${first})`);
        expect([...(await wholeReads())]).toEqual([...before]);
      });
    });

    test('before the first one there is nothing, and nothing fails', async () => {
      expect(await report('2026-11-15')).toMatchObject({
        begun: null,
        pages: [],
        referrers: [],
        before: null,
      });
      expect(await asCaller(owner, 'public.page_view_live()')).toBe(0);
    });

    test.each([
      `public.page_view_report('2026-11-15', '2026-11-16')`,
      `public.page_view_report('2026-11-15', '1500-01-01')`,
      `public.page_view_report('2026-11-15', '2026-11-15', 'century')`,
      `public.page_view_report('2026-11-15', '2026-11-15', 'day', 1000000)`,
      `public.page_view_report('2026-11-15', filters => '{"hour": "7"}')`,
      `public.page_view_report('2026-11-15', filters => '{"page": 7}')`,
      `public.page_view_report('2026-11-15', filters => '["page"]')`,
    ])('cannot be requested as %s', async (call) => {
      await expect(asCaller(owner, call)).rejects.toThrow('There is no such report.');
    });
  });

  test('of the last five minutes are the live number', async () => {
    await record([view(), view({ visitor: '2' }), view({ visitor: '3' })]);
    await database.sql`update site.page_view_visits set seen_at = now() - interval '6 minutes' where visitor in (2, 3)`;
    await record([view({ visitor: '2' })]);
    expect(await asCaller(owner, 'public.page_view_live()')).toBe(2);
  });

  describe('are not for', () => {
    const calls = [
      `public.page_view_report('2026-11-15')`,
      `public.page_view_report('2026-11-15', filters => '{"page": "/about"}')`,
      'public.page_view_live()',
    ];

    test.each(calls)('signed-in users who do not own the site: %s', async (call) => {
      const claims = { role: 'authenticated', user_metadata: { owner: true } };
      await expect(asCaller(claims, call)).rejects.toThrow(
        'Only the owner of this site sees its page views.',
      );
    });

    test.each(calls)('visitors: %s', async (call) => {
      const query = database.asRole('anon', {}, (sql) => sql.script(`select ${call}`));
      await expect(query).rejects.toThrow(/permission denied/);
    });

    test.each([
      'select * from site.page_view_counts',
      'select * from site.page_view_facts',
      'select * from site.page_view_salts',
      'select * from site.page_view_visits',
      `select site.page_view_salt('2026-11-15')`,
      `select site.record_page_views('{}')`,
      `select site.write_page_views('{}')`,
      `select site.count_page_views('{}')`,
      `select site.allow_page_views('${'a'.repeat(64)}')`,
      'select * from site.page_view_origins',
      'select * from site.page_view_crossed',
      'select * from site.page_view_crossed_days',
      `select site.add_page_views('{}')`,
      `select site.page_view_series('2026-11-15', '2026-11-15', 'day', '{}')`,
      `select site.page_view_matches('2026-11-15', '2026-11-15', '{}')`,
      `select site.page_view_lists('2026-11-15', '2026-11-15', 10)`,
      `select site.page_view_filtered_lists('2026-11-15', '2026-11-15', 10, '{}')`,
    ])('direct queries of the tables: %s', async (statement) => {
      for (const role of ['anon', 'authenticated'] as const)
        await expect(database.asRole(role, owner, (sql) => sql.script(statement))).rejects.toThrow(
          /permission denied/,
        );
    });
  });
});
