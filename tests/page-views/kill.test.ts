/** The whole site: written views survive a kill -9, the next start continues to count, and SIGTERM loses nothing. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let database: Database;
let removeFolder: () => Promise<void>;

beforeAll(async () => {
  const { folder, remove } = await makeFolder();
  removeFolder = remove;
  database = await openDatabase({ dataFolder: folder, log: () => {}, migrations: [ownMigrations] });
});
afterAll(async () => {
  await database.close();
  await removeFolder();
});

/** The site with a separate database, so that one can be queried while the other is killed. */
const start = () =>
  startSite({
    env: {
      DATABASE_URL: database.url.replace('@/', '@localhost/'),
      LOG_REQUESTS: 'off',
      PAGE_VIEW_SECRET: 'the same secret for every start of the site',
    },
  });

async function sendViews(site: RunningSite, count: number): Promise<void> {
  const html = await (await fetch(`${site.url}/about`)).text();
  const token = /data-view="([^"]+)"/.exec(html)?.[1];
  expect(token).toBeDefined();
  const sent = Array.from({ length: count }, () =>
    fetch(`${site.url}/views`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'user-agent': browser },
      body: JSON.stringify({ path: '/about', token, nonce: Math.random() }),
    }),
  );
  for (const { status } of await Promise.all(sent)) expect(status).toBe(204);
}

async function readTotal(): Promise<number> {
  const [row] = await database.sql<{ views: number }[]>`
    select coalesce(sum(views), 0)::integer as views from site.page_view_facts where kind = 'total'`;
  return row?.views ?? 0;
}

test('kill -9 loses at most what was not written yet, and SIGTERM nothing', async () => {
  const killed = await start();
  await sendViews(killed, 20);
  await expect.poll(readTotal).toBe(20);
  await sendViews(killed, 5);
  const ended = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await ended;
  const total = await readTotal();
  expect(total).toBeGreaterThanOrEqual(20);
  expect(total).toBeLessThanOrEqual(25);

  const next = await start();
  await sendViews(next, 3);
  await next.stop();
  expect(await readTotal()).toBe(total + 3);
});
