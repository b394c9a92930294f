/**
 * Lighthouse with its mobile preset (slow 4G and a CPU four times slower, simulated) on the fixed pages, on a sample run and on
 * the longest article of this checkout's own content, at a pinned version, with the Chromium of the browser tests. The
 * performance score is the median of five runs, the other three are those of the first run; when three runs already give 100
 * the others are left out. A sample run asks not to be indexed, so it has no score for SEO. Audits that cost points are printed
 * with what they found.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserArguments, findBrowser } from '../tests/harness/find-browser.ts';
import type { Bench } from './bench.ts';
import { atLeast, type Figure } from './figure.ts';
import type { HttpClient } from './http-client.ts';
import { readListedPaths } from './listed-paths.ts';
import { requirePeer } from './peers.ts';
import { startSite } from './site-process.ts';
import { median } from './statistics.ts';

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; details?: { items?: unknown[] } }
  >;
}

const pages = ['/', '/about', '/baby-names', '/baby-names/emma', '/running', '/login'];
const runsPerPage = 5;
/** As many as decide the median. */
const enough = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** A visitor from elsewhere: the person at the machine of a site without an owner sees one more notice. */
const visitor = { trust: { TRUST_PROXY: '1' }, header: { 'X-Forwarded-For': '203.0.113.7' } };
const runTime = 120_000;

export async function measureLighthouse(bench: Bench): Promise<Figure[]> {
  const lighthouse = join(await requirePeer(bench, 'lighthouse'), 'node_modules/lighthouse/cli/index.js');
  const site = await startSite(bench, { environment: visitor.trust });
  const folder = await bench.createFolder('lighthouse');
  const figures: Figure[] = [];
  for (const page of [...pages, await findRun(site.client), await findLongestArticle(site.client)]) {
    await site.client.get(page, 'br');
    const measured = page.startsWith('/running/') ? categories.slice(0, 3) : categories;
    const first = await runLighthouse(bench, lighthouse, `${site.origin}${page}`, folder, measured);
    const performance = [toPoints(first, 'performance')];
    const isDecided = () => performance.filter((points) => points === 100).length >= enough;
    while (performance.length < runsPerPage && !isDecided()) {
      const again = await runLighthouse(bench, lighthouse, `${site.origin}${page}`, folder, ['performance']);
      performance.push(toPoints(again, 'performance'));
    }
    const points = [median(performance), ...measured.slice(1).map((category) => toPoints(first, category))];
    bench.log(`${page}: ${points.join(' / ')} (performance ${performance.join(', ')})`);
    for (const line of listLosses(first)) bench.log(`    ${line}`);
    figures.push(atLeast(`Lighthouse ${page}: the lowest`, Math.min(...points), 100, 'points'));
  }
  return figures;
}

async function findRun(client: HttpClient): Promise<string> {
  const run = /href="(\/running\/sample-[\d-]+)/.exec(await client.getText('/running'))?.[1];
  if (run === undefined) throw new Error('/running links to no sample run.');
  return run;
}

async function findLongestArticle(client: HttpClient): Promise<string> {
  const lengths: [path: string, length: number][] = [];
  for (const path of await readListedPaths(client, '/posts'))
    lengths.push([path, (await client.getText(path)).length]);
  const longest = lengths.sort((a, b) => b[1] - a[1])[0];
  if (longest === undefined) throw new Error('The lists name no article under /posts.');
  return longest[0];
}

/** A run now and then loses its trace on a busy machine; it is made again once. */
async function runLighthouse(...run: Parameters<typeof tryLighthouse>): Promise<Report> {
  const [bench] = run;
  return tryLighthouse(...run).catch((error: Error) => {
    if (!error.message.includes('Runtime error encountered')) throw error;
    bench.log(`    again: ${error.message.split('\n')[1]}`);
    return tryLighthouse(...run);
  });
}

async function tryLighthouse(
  bench: Bench,
  cli: string,
  url: string,
  folder: string,
  only: string[],
): Promise<Report> {
  const output = join(folder, 'report.json');
  const flags = ['--headless=new', ...browserArguments()].join(' ');
  const args = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--chrome-flags=${flags}`,
    `--extra-headers=${JSON.stringify(visitor.header)}`,
  ];
  const child = spawn(process.execPath, [cli, ...args, `--only-categories=${only.join(',')}`], {
    env: { ...process.env, CHROME_PATH: findBrowser() },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: runTime,
    signal: bench.signal,
    // Lighthouse ends its Chromium on this signal.
    killSignal: 'SIGINT',
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`Lighthouse on ${url} ended with code ${code}:\n${errors}`);
  return JSON.parse(await readFile(output, 'utf8')) as Report;
}

function toPoints(report: Report, category: string): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100);
}

function listLosses(report: Report): string[] {
  const weighed = Object.values(report.categories).flatMap((category) =>
    category.auditRefs.filter((one) => one.weight > 0),
  );
  return [...new Set(weighed.map((one) => one.id))].flatMap((id) => {
    const audit = report.audits[id];
    if (audit?.score === null || audit === undefined || audit.score >= 0.995) return [];
    const found = JSON.stringify(audit.details?.items?.slice(0, 2) ?? []).slice(0, 300);
    return [`${id} ${audit.score}: ${audit.title} ${audit.displayValue ?? ''} ${found}`];
  });
}
