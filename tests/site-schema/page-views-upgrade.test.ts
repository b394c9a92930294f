/** The views of a day on which the database is upgraded. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ViewsReport } from '../../app/stats/report.ts';
import { createDatabaseStore } from '../../page-views/database-store.ts';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { countedView, toTable } from '../harness/page-views/test-view.ts';
import { withSiteSchema, withSiteSchemaBefore } from './site-schema.ts';

describeOnEveryServer('page views from before they were written by column', (server) => {
  const views = (...visitors: string[]) =>
    visitors.map((visitor) => ({ ...countedView({ visitor }), views: 1 }));
  const batch = { today: '2026-11-15', discarded: [] };

  test('stay, and a visitor of that day is no new visitor afterward', async () => {
    const database = await withSiteSchemaBefore(server(), '20261116000100');
    const older = JSON.stringify({ ...batch, id: randomUUID(), views: views('1', '2') });
    await database.sql`select site.record_page_views(${older}::text::jsonb)`;
    await withSiteSchema(server());
    await createDatabaseStore(database).record({ ...batch, id: randomUUID(), ...toTable(views('2', '3')) });
    const counts = await database.sql`
      select views, visitors from site.page_view_counts where span = 1
      union all select views, visitors from site.page_view_facts where kind = 'total'`;
    expect([...counts]).toEqual([
      { views: 4, visitors: 3 },
      { views: 4, visitors: 3 },
    ]);
    const live = await database.asRole(
      'authenticated',
      { app_metadata: { owner: true } },
      (sql) => sql`select public.page_view_live() as visitors`,
    );
    expect([...live]).toEqual([{ visitors: 2 }]);
  });
});

describeOnEveryServer('page views from before they could be filtered', (server) => {
  const view = (day: string, visitor: string) => ({ ...countedView({ day, visitor }), views: 1 });
  const batch = (...views: ReturnType<typeof view>[]) => ({
    id: randomUUID(),
    today: '2026-11-18',
    discarded: [],
    ...toTable(views),
  });

  test('stay in the totals, and the report says from which day on there is more', async () => {
    const database = await withSiteSchemaBefore(server(), '20261118000600');
    const store = createDatabaseStore(database);
    await store.record(batch(view('2026-11-17', '1'), view('2026-11-18', '2')));
    await withSiteSchema(server());
    // The day of the upgrade is known in part, which is not shown as if it were all.
    await store.record(batch(view('2026-11-18', '3'), view('2026-11-19', '4')));
    const read = (filters: string) =>
      database.asRole('authenticated', { app_metadata: { owner: true } }, async (sql) => {
        const [row] = await sql<{ report: ViewsReport }[]>`
          select public.page_view_report('2026-11-19', '2026-11-17', 'day', filters => ${filters}::text::jsonb) as report`;
        return row?.report;
      });
    const known = { entries_from: '2026-11-19', filters_from: '2026-11-19' };
    const entry_pages = [{ name: '/about', views: 1, visitors: 1 }];
    expect(await read('{}')).toMatchObject({ ...known, entry_pages, pages: [{ views: 4, visitors: 4 }] });
    expect(await read('{"page": "/about"}')).toMatchObject({
      ...known,
      entry_pages,
      first_day: '2026-11-19',
      series: [{ at: '2026-11-19', views: 1, visitors: 1 }],
      before: null,
    });
  });
});
