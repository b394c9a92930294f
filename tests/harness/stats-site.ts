/**
 * Playwright's `test` for page views: each worker has a site of its own on a database that the test can query. With `hosted` that
 * database is the project's: the site sends its views to the project's data API, as the documentation says.
 */

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Database } from '../../database/database.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { createDatabaseStore } from '../../page-views/database-store.ts';
import { digestOf } from '../../page-views/hosted-store.ts';
import { readPageViewKeys } from '../../page-views/read-secret.ts';
import { test as base, expect } from './browser-test.ts';
import { countedView, toTable, type ViewRow } from './page-views/test-view.ts';
import { makeDataFolder } from './prepared-data.ts';
import { repository } from './read-tree.ts';
import type { SignInTarget } from './sign-in-by-api.ts';
import { openSignInSite } from './sign-in-site.ts';

export interface StatsSite extends SignInTarget {
  database: Database;
  owner: { email: string; password: string };
  stranger: { email: string; password: string };
  /** Counts views as if they had come in. */
  record(views: Partial<ViewRow>[]): Promise<void>;
  /** The counts of a kind, by name. */
  facts(kind: string): Promise<Record<string, number>>;
  forgetAll(): Promise<void>;
}

export const test = base.extend<object, { statsSite: StatsSite }>({
  statsSite: [
    async ({ hosted }, use) => {
      const opened = await openStatsSite(hosted);
      await use(opened.site);
      await opened.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ statsSite }, use) => {
    await use(statsSite.url);
  },
});

export { expect };

const secret = 'the secret of the site under test, long enough';

export async function openStatsSite(
  hosted: boolean,
  siteSettings: Record<string, string> = {},
  root?: string,
): Promise<{ site: StatsSite; close(): Promise<void> }> {
  const { folder, remove } = await makeDataFolder();
  const database = await openDatabase({
    dataFolder: folder,
    log: () => {},
    migrations: [ownMigrations, { kind: 'site', folder: join(repository, 'supabase', 'migrations') }],
  });
  const { siteKey } = await readPageViewKeys(folder, secret);
  // What the owner of a hosted project does once; the embedded backend needs nothing.
  if (hosted) await database.sql`select site.allow_page_views(${digestOf(siteKey)})`;
  const opened = await openSignInSite({
    hosted,
    // The embedded server listens on a socket; the setting needs a host, which the socket replaces.
    backendSettings: { DATABASE_URL: database.url.replace('@/', '@localhost/') },
    siteSettings: { PAGE_VIEW_SECRET: secret, ...siteSettings },
    ...(root && { root }),
  });
  const owner = await opened.site.createPerson();
  const stranger = await opened.site.createPerson();
  await database.sql`select site.set_owners(${[owner.email]})`;
  const store = createDatabaseStore(database);
  const site: StatsSite = {
    url: opened.site.url,
    backendUrl: opened.site.backendUrl,
    publicKey: opened.site.publicKey,
    database,
    owner,
    stranger,
    record: (views) =>
      store.record({
        id: crypto.randomUUID(),
        today: new Date().toISOString().slice(0, 10),
        discarded: [],
        ...toTable(views.map((view) => ({ ...defaultView(), ...view }))),
      }),
    async facts(kind) {
      const rows = await database.sql<{ name: string; views: number }[]>`
        select name, sum(views)::integer as views from site.page_view_facts where kind = ${kind} and span = 1 group by name`;
      return Object.fromEntries(rows.map(({ name, views }) => [name, views]));
    },
    async forgetAll() {
      // Pending views are written before this point, and do not appear in the next test.
      const marks = async () => (await site.facts('discarded')).malformed ?? 0;
      const before = await marks();
      await fetch(`${site.url}/views`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: 'a mark',
      });
      await expect.poll(marks).toBeGreaterThan(before);
      await database.sql`truncate site.page_view_counts, site.page_view_facts, site.page_view_visits,
        site.page_view_crossed, site.page_view_crossed_days`;
      await database.sql`update site.page_view_rollup set crossed_from = '-infinity'`;
    },
  };
  return {
    site,
    async close() {
      await opened.close();
      await database.close();
      await remove();
    },
  };
}

function defaultView(): ViewRow {
  const now = new Date();
  return { ...countedView({ day: now.toISOString().slice(0, 10), hour: now.getUTCHours() }), views: 1 };
}

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A browser that looks like a user's: one that reports that it is automated is not counted. */
export const asAPerson = { userAgent: chrome, extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="140"' } };

export async function hideAutomation(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }));
}
