/** Two processes of a site on one Postgres: a message that reaches both counts once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openCopiedDatabase } from '../harness/database/shared-server.ts';
import { firefox } from '../harness/page-views/test-view.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

let database: Database;
let sites: RunningSite[] = [];

beforeAll(async () => {
  database = await openCopiedDatabase({ log: () => {}, answerWithinMs: 20_000 });
  const env = {
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
    LOG_REQUESTS: 'off',
    PAGE_VIEW_SECRET: 'the same secret for both processes of the site',
  };
  // One after the other: the first brings the tables up to date.
  sites = [await startSite({ env }), await startSite({ env })];
});
afterAll(async () => {
  for (const site of sites) await site.stop();
  await database?.close();
});

async function send(site: RunningSite | undefined, path: string, nonce: number): Promise<void> {
  const html = await (await fetch(`${site?.url}${path}`)).text();
  const token = /data-view="([^"]+)"/.exec(html)?.[1];
  const { status } = await fetch(`${site?.url}/views`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': firefox },
    body: JSON.stringify({ path, token, nonce }),
  });
  expect(status).toBe(204);
}

async function readCounts(): Promise<Record<string, number>> {
  const [row] = await database.sql<{ counts: Record<string, number> }[]>`
    select site.count_page_views(${['/about', '/']}::text[]) as counts`;
  return row?.counts ?? {};
}

test('a view message that is sent to both counts once', async () => {
  for (const [number, site] of sites.entries()) {
    await send(site, '/about', 12345);
    // Written together with the other one or after it.
    await send(site, '/', number);
  }
  await expect.poll(readCounts, { timeout: 15_000 }).toMatchObject({ '/': 2 });
  expect(await readCounts()).toEqual({ '/': 2, '/about': 1 });
});
