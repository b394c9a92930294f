/** Runs once before the browser tests: starts one site that all of them read. Its start also builds the browser's files if they are outdated. */
import { startSite } from './start-site.ts';

export default async function startSharedSite(): Promise<() => Promise<void>> {
  const site = await startSite({ env: { LOG_REQUESTS: 'off' } });
  // Playwright passes the environment to its workers.
  process.env.SITE_UNDER_TEST = site.url;
  return site.stop;
}
