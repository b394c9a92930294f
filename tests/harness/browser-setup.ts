/**
 * Runs once before the browser tests: prepares the data that each site of a test starts with, and starts one site that all of them read. The
 * first start also builds the browser's files if they are outdated.
 */
import { crawlSite } from './crawl-site.ts';
import { makeFolder } from './database/folders.ts';
import { preparedData } from './prepared-data.ts';
import { startSite } from './start-site.ts';

export default async function startSharedSite(): Promise<() => Promise<void>> {
  const prepared = await makeFolder();
  const first = await startSite({ env: { LOG_REQUESTS: 'off', DATA_DIR: prepared.folder } });
  // So that each page is rendered once, and not once in each site.
  await crawlSite(first.url);
  await first.stop();
  // Playwright passes the environment to its workers.
  process.env[preparedData] = prepared.folder;
  const site = await startSite({ env: { LOG_REQUESTS: 'off' } });
  process.env.SITE_UNDER_TEST = site.url;
  return async () => {
    await site.stop();
    await prepared.remove();
  };
}
