/**
 * Playwright's `test` for page views: each worker has a site of its own on a database that the test can look into. What the page asks of the
 * data API is answered by the real functions in that database, as the caller whose token comes with the question.
 */

import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../../database/database.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { makeFolder } from '../../database/testing/folders.ts';
import { createDatabaseStore } from '../../page-views/database-store.ts';
import type { CountedView } from '../../page-views/view.ts';
import { test as base, expect } from './browser-test.ts';
import { startSite } from './start-site.ts';

export interface StatsSite {
  url: string;
  database: Database;
  owner: { email: string; password: string };
  stranger: { email: string; password: string };
  /** Counts views as if they had come in. */
  record(views: Partial<CountedView & { views: number }>[]): Promise<void>;
  /** What was counted of a kind, by name. */
  facts(kind: string): Promise<Record<string, number>>;
  forgetAll(): Promise<void>;
}

export const test = base.extend<object, { statsSite: StatsSite }>({
  statsSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const opened = await openStatsSite();
      await use(opened.site);
      await opened.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ statsSite }, use) => {
    await use(statsSite.url);
  },
});

export { expect };

const password = 'correct horse battery 9';

export async function openStatsSite(): Promise<{ site: StatsSite; close(): Promise<void> }> {
  const { folder, remove } = await makeFolder();
  const database = await openDatabase({ dataFolder: folder, log: () => {}, migrations: [ownMigrations] });
  const serviceRoleKey = `sb_secret_${crypto.randomUUID().replaceAll('-', '')}`;
  const running = await startSite({
    env: {
      LOG_REQUESTS: 'off',
      // The embedded server listens on a socket; the setting wants a host, which the socket then stands in for.
      DATABASE_URL: database.url.replace('@/', '@localhost/'),
      SECRET_KEY: serviceRoleKey,
    },
  });
  const admin = createClient(running.url, serviceRoleKey, { auth: { persistSession: false } });
  const createPerson = async (email: string) => {
    const { error } = await admin.auth.admin.createUser({ email, password, email_confirm: true });
    if (error) throw error;
    return { email, password };
  };
  await database.sql`select site.set_owners(array['owner@example.com'])`;
  const store = createDatabaseStore(database);
  const site: StatsSite = {
    url: running.url,
    database,
    owner: await createPerson('owner@example.com'),
    stranger: await createPerson('stranger@example.com'),
    record: (views) =>
      store.record({
        id: crypto.randomUUID(),
        today: new Date().toISOString().slice(0, 10),
        discarded: [],
        views: views.map((view) => ({ ...usualView(), ...view })),
      }),
    async facts(kind) {
      const rows = await database.sql<{ name: string; views: number }[]>`
        select name, sum(views)::integer as views from site.page_view_facts where kind = ${kind} and span = 1 group by name`;
      return Object.fromEntries(rows.map(({ name, views }) => [name, views]));
    },
    async forgetAll() {
      // What is still under way is written before this mark, and does not turn up in the next test.
      const marks = async () => (await site.facts('discarded')).malformed ?? 0;
      const before = await marks();
      await fetch(`${site.url}/views`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: 'a mark',
      });
      await expect.poll(marks).toBeGreaterThan(before);
      await database.sql`truncate site.page_view_counts, site.page_view_facts, site.page_view_visitors, site.page_view_visits`;
    },
  };
  return {
    site,
    async close() {
      await running.stop();
      await database.close();
      await remove();
    },
  };
}

function usualView(): CountedView & { views: number } {
  return {
    day: new Date().toISOString().slice(0, 10),
    hour: new Date().getUTCHours(),
    visitor: '1',
    path: '/about',
    referrer: null,
    device: 'computer',
    country: null,
    views: 1,
  };
}

/** Stands for the data API: runs the function that is asked for, as the role and with the claims of the token. */
export async function answerDataCalls(page: Page, database: Database): Promise<void> {
  await page.route('**/rest/v1/rpc/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const token = route.request().headers().authorization?.split(' ')[1] ?? '';
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}');
    const given: Record<string, unknown> = route.request().postDataJSON() ?? {};
    const list = Object.keys(given).map((key, index) => `${key} => $${index + 1}`);
    try {
      const [row] = await database.asRole('authenticated', claims, (sql) =>
        sql.unsafe(`select public.${name}(${list.join(', ')}) as answer`, Object.values(given) as string[]),
      );
      await route.fulfill({ json: row?.answer ?? null });
    } catch (error) {
      const { code = 'XX000', message } = error as Error & { code?: string };
      await route.fulfill({ status: code === '42501' ? 403 : 400, json: { code, message } });
    }
  });
}

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A browser that looks like a person's: one that says it is steered by a program is not counted. */
export const asAPerson = { userAgent: chrome, extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="140"' } };

export async function hideAutomation(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }));
}
