/** The views of a day on which the database is upgraded. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
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
