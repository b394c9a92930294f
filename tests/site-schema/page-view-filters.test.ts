/** Reports of the page views that match a page, a referrer, a device and a country, and the pages on which visitors arrive. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { RankedViews, ViewsReport } from '../../app/stats/report.ts';
import type { Database } from '../../database/database.ts';
import { createDatabaseStore } from '../../page-views/database-store.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { countedView, toTable, type ViewRow } from '../harness/page-views/test-view.ts';

type Filters = Partial<Record<'page' | 'referrer' | 'device' | 'country', string>>;
type View = Partial<ViewRow>;

describeSiteOnEveryServer('filtered page views', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  beforeEach(async () => {
    await database.sql`truncate site.page_view_paths, site.page_view_counts, site.page_view_facts, site.page_view_origins,
      site.page_view_crossed, site.page_view_crossed_days, site.page_view_visits, site.page_view_batches`;
    await database.sql`update site.page_view_rollup set until = '-infinity', crossed_from = '-infinity'`;
  });

  const record = (views: View[], today = '2026-11-15') =>
    createDatabaseStore(database).record({
      id: randomUUID(),
      today,
      ...toTable(views.map((view) => ({ ...countedView(), views: 1, ...view }))),
      discarded: [],
    });

  async function report(
    filters: Filters,
    { last = '2026-11-15', first = last as string | null, unit = 'day' } = {},
  ): Promise<ViewsReport> {
    const claims = { role: 'authenticated', app_metadata: { owner: true } };
    return database.asRole('authenticated', claims, async (sql) => {
      const [row] = await sql<{ report: ViewsReport }[]>`select public.page_view_report(${last}::text::date,
        ${first}::text::date, ${unit}, filters => ${JSON.stringify(filters)}::text::jsonb) as report`;
      if (!row) throw new Error('There is no report.');
      return row.report;
    });
  }
  const totalsOf = ({ series }: Pick<ViewsReport, 'series'>): [number, number] => [
    series.reduce((sum, { views }) => sum + views, 0),
    series.reduce((sum, { visitors }) => sum + visitors, 0),
  ];
  /** `/about 4 2`: views and visitors. */
  const rows = (list: RankedViews[] | undefined) =>
    list?.map(({ name, views, visitors }) => `${name} ${views} ${visitors}`);

  // Visitor 1 comes from a link and reads two pages, the first of them again; 2 comes by phone; 3 reads what 1 and 2 read.
  const day: View[] = [
    { visitor: '1', path: '/about', referrer: 'example.com', country: 'DE' },
    { visitor: '1', path: '/running', country: 'DE' },
    { visitor: '1', path: '/about', country: 'DE', hour: 9, views: 2 },
    { visitor: '2', path: '/running', referrer: 'example.com', device: 'phone', country: 'US' },
    { visitor: '3', path: '/running', country: 'US' },
    { visitor: '3', path: '/about', referrer: 'example.com', country: 'US' },
  ];

  test.each<[string, Filters, [number, number]]>([
    ['a page', { page: '/about' }, [4, 2]],
    ['another page', { page: '/running' }, [3, 3]],
    // Visitor 3 came from elsewhere first, and followed the link later.
    ['a referrer', { referrer: 'example.com' }, [3, 2]],
    ['a device', { device: 'phone' }, [1, 1]],
    ['a country', { country: 'DE' }, [4, 1]],
    ['a page and a referrer', { page: '/about', referrer: 'example.com' }, [2, 2]],
    ['a page and a country', { page: '/running', country: 'US' }, [2, 2]],
    ['a referrer and a device', { referrer: 'example.com', device: 'computer' }, [2, 1]],
    ['one of each', { page: '/running', referrer: 'example.com', device: 'phone', country: 'US' }, [1, 1]],
    ['a page that nobody viewed', { page: '/nowhere' }, [0, 0]],
    ['values that do not go together', { device: 'phone', country: 'DE' }, [0, 0]],
  ])('by %s', async (_, filters, expected) => {
    await record(day);
    expect(totalsOf(await report(filters))).toEqual(expected);
  });

  test('are the same in one batch, in one for each view, and after the day was packed', async () => {
    const all: Filters[] = [{ page: '/about' }, { referrer: 'example.com' }, { country: 'US' }];
    const read = () =>
      Promise.all(all.map(async (filters) => ({ ...(await report(filters)), before: null })));
    await record(day);
    const together = await read();
    await database.sql`truncate site.page_view_counts, site.page_view_facts, site.page_view_crossed, site.page_view_visits`;
    for (const view of day) await record([view]);
    expect(await read()).toEqual(together);
    await record([], '2026-11-17');
    const kept = await database.sql`select day::text, path_ids from site.page_view_crossed_days`;
    expect(kept.map((row) => row.day)).toEqual(['2026-11-15']);
    expect([...(await database.sql`select from site.page_view_crossed`)]).toEqual([]);
    expect(await read()).toEqual(together);
  });

  test('have lists of their own', async () => {
    await record(day);
    const ofReferrer = await report({ referrer: 'example.com' });
    expect(rows(ofReferrer.pages)).toEqual(['/about 2 2', '/running 1 1']);
    expect(rows(ofReferrer.entry_pages)).toEqual(['/about 1 1', '/running 1 1']);
    expect(rows(ofReferrer.referrers)).toEqual(['example.com 3 2']);
    expect(rows(ofReferrer.devices)).toEqual(['computer 2 1', 'phone 1 1']);
    expect(rows(ofReferrer.countries)).toEqual(['US 2 1', 'DE 1 1']);
    const ofPage = await report({ page: '/about' });
    expect(rows(ofPage.pages)).toEqual(['/about 4 2']);
    expect(rows(ofPage.entry_pages)).toEqual(['/about 1 1']);
    expect(rows(ofPage.referrers)).toEqual(['example.com 2 2']);
    expect(rows(ofPage.countries)).toEqual(['DE 3 1', 'US 1 1']);
    expect(ofPage.discarded).toEqual([]);
  });

  test('agree with the report of everything', async () => {
    await record(day.slice(0, 3));
    await record(day.slice(3));
    const whole = await report({});
    const filtersOf: Record<string, (name: string) => Filters> = {
      pages: (page) => ({ page }),
      referrers: (referrer) => ({ referrer }),
      devices: (device) => ({ device }),
      countries: (country) => ({ country }),
    };
    for (const [list, toFilters] of Object.entries(filtersOf))
      for (const row of whole[list as 'pages'])
        expect([row.name, ...totalsOf(await report(toFilters(row.name)))], list).toEqual([
          row.name,
          row.views,
          row.visitors,
        ]);
  });

  test('count a visitor of two days on both, and arrive on the first page of each', async () => {
    await record(
      [
        { path: '/about', day: '2026-11-14' },
        { path: '/running', day: '2026-11-14' },
      ],
      '2026-11-14',
    );
    await record([{ path: '/running' }, { path: '/about' }]);
    const both = await report({ page: '/about' }, { first: '2026-11-14' });
    expect(both.series.map(({ views, visitors }) => [views, visitors])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(rows(both.entry_pages)).toEqual(['/about 1 1']);
    expect(rows((await report({}, { first: '2026-11-14' })).entry_pages)).toEqual([
      '/about 1 1',
      '/running 1 1',
    ]);
  });

  test('arrive on one page of the day, also in a later batch and after days are rolled up', async () => {
    await record(day);
    await record([
      { visitor: '1', path: '/later' },
      { visitor: '4', path: '/later' },
    ]);
    const expected = ['/running 2 2', '/about 1 1', '/later 1 1'];
    expect(rows((await report({})).entry_pages)).toEqual(expected);
    await record([], '2026-12-24');
    for (const first of ['2026-11-01', '2026-01-01', null])
      expect(rows((await report({}, { last: '2026-12-24', first })).entry_pages), String(first)).toEqual(
        expected,
      );
  });

  test('are given by hour for today and yesterday, and later by day alone', async () => {
    await record([{ path: '/about', day: '2026-11-14', hour: 8, views: 3 }], '2026-11-14');
    await record([{ path: '/about', hour: 7 }, { path: '/about', hour: 23, visitor: '2' }, { path: '/x' }]);
    const { series, before } = await report({ page: '/about' }, { unit: 'hour' });
    expect(series).toHaveLength(24);
    expect(series.filter(({ views }) => views > 0)).toEqual([
      { at: '07', views: 1, visitors: 1 },
      { at: '23', views: 1, visitors: 1 },
    ]);
    expect(before?.[8]).toEqual({ at: '08', views: 3, visitors: 1 });
    await record([], '2026-11-16');
    expect((await report({ page: '/about' }, { unit: 'hour' })).before).toBeNull();
    await record([], '2026-11-17');
    await expect(report({ page: '/about' }, { unit: 'hour' })).rejects.toThrow('There is no such report.');
    expect(totalsOf(await report({ page: '/about' }))).toEqual([2, 2]);
  });

  test('that come late for a day are added to it', async () => {
    await record([{ path: '/about' }]);
    await record([{ path: '/about', day: '2026-11-15', visitor: '2' }], '2026-11-20');
    expect(totalsOf(await report({ page: '/about' }))).toEqual([2, 2]);
    await record([], '2026-11-21');
    expect(totalsOf(await report({ page: '/about' }))).toEqual([2, 2]);
    expect([...(await database.sql`select from site.page_view_crossed`)]).toEqual([]);
  });

  test('are kept for 400 days, and the report says so', async () => {
    await record([{ path: '/about' }]);
    const yearLater = { last: '2027-12-21', first: '2026-11-10' };
    await record([{ path: '/about', day: '2027-12-21' }], '2027-12-21');
    const whole = await report({}, yearLater);
    expect(totalsOf(whole)).toEqual([2, 2]);
    // Entries are part of the counts of a page, which stay.
    expect(rows(whole.entry_pages)).toEqual(['/about 2 2']);
    expect(whole).toMatchObject({ entries_from: null, filters_from: '2026-11-16' });
    const filtered = await report({ page: '/about' }, yearLater);
    expect(totalsOf(filtered)).toEqual([1, 1]);
    expect(filtered).toMatchObject({ first_day: '2026-11-16', before: null });
  });

  test('are compared with days that are known', async () => {
    await record([
      { path: '/about', day: '2026-11-13' },
      { path: '/about', views: 2 },
    ]);
    expect(
      totalsOf({ series: (await report({ page: '/about' }, { first: '2026-11-14' })).before ?? [] }),
    ).toEqual([1, 1]);
    await database.sql`update site.page_view_rollup set crossed_from = '2026-11-14'`;
    const known = await report({ page: '/about' }, { first: '2026-11-14' });
    expect(known).toMatchObject({ before: null, first_day: '2026-11-14' });
    expect(await report({}, { first: '2026-11-14' })).not.toMatchObject({ before: null });
  });
});
