/**
 * `npm run bench`: measures the figures this site has to reach, all of them or the ones named, and prints one table.
 * The exit code is 1 when a limit is missed. `npm run bench runs -- folder` measures recordings of your own. `BENCH_SITE=<folder>` measures another checkout with these same files.
 */
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { measureAdmin } from './admin.ts';
import { measureAnotherProcess } from './another-process.ts';
import { measureArticleWeight } from './article-weight.ts';
import { measureAuthLists } from './auth-lists.ts';
import { measureAuthMails } from './auth-mails.ts';
import { measureAuthRequests } from './auth-requests.ts';
import { measureBackendStart } from './backend-start.ts';
import { type Measurement, type OpenBench, openBench } from './bench.ts';
import { measureBlocking } from './blocking.ts';
import { measureCode } from './code.ts';
import { measureDisk } from './disk.ts';
import { measureExport } from './export.ts';
import { type Figure, isMissed } from './figure.ts';
import { measureFunctions } from './functions.ts';
import { measureGrowth } from './growth.ts';
import { measureLargeSite } from './large-site.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureNames } from './names.ts';
import { measurePageViews } from './page-views.ts';
import { measureRealtime } from './realtime.ts';
import { measureRendering } from './rendering.ts';
import { measureRequests } from './requests.ts';
import { measureRest } from './rest.ts';
import { measureRunFiles } from './run-files.ts';
import { measureRunning } from './running.ts';
import { measureSearch } from './search.ts';
import { measureSecondStart } from './second-start.ts';
import { measureSignIn } from './sign-in.ts';
import { measureStorage } from './storage.ts';
import { measureSupabaseFolders } from './supabase-folders.ts';
import { toTable } from './table.ts';

const measurements: Record<string, Measurement> = {
  admin: measureAdmin,
  code: measureCode,
  'article-weight': measureArticleWeight,
  growth: measureGrowth,
  lighthouse: measureLighthouse,
  'large-site': measureLargeSite,
  search: measureSearch,
  export: measureExport,
  rendering: measureRendering,
  requests: measureRequests,
  'second-start': measureSecondStart,
  disk: measureDisk,
  names: measureNames,
  'auth-requests': measureAuthRequests,
  'auth-mails': measureAuthMails,
  'auth-lists': measureAuthLists,
  'sign-in': measureSignIn,
  blocking: measureBlocking,
  'backend-start': measureBackendStart,
  rest: measureRest,
  'another-process': measureAnotherProcess,
  storage: measureStorage,
  realtime: measureRealtime,
  functions: measureFunctions,
  'supabase-folders': measureSupabaseFolders,
  running: measureRunning,
  'page-views': measurePageViews,
};

const [named = '', folder] = process.argv.slice(2);
// It needs a folder of the user's, so it is not among those that run by themselves.
if (named === 'runs') measurements.runs = (bench) => measureRunFiles(bench, folder);
const selected = named === 'runs' ? [named] : process.argv.slice(2);
const unknown = selected.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  console.error(
    `No measurement is called ${unknown.join(', ')}. There are: ${Object.keys(measurements).join(', ')}.`,
  );
  process.exit(1);
}

let current: OpenBench | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    console.log('\nAborted: ending what was started.');
    await current?.close();
    process.exit(130);
  });
}

warnWhenBusy();
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(measurements)) {
  if (selected.length === 0 || selected.includes(name)) figures.push(...(await run(name, measure)));
}
console.log(`\n${toTable(figures)}\n`);
const missed = figures.filter(isMissed).length;
const limits = figures.filter((figure) => figure.limit !== undefined).length;
console.log(missed === 0 ? 'Every limit is kept.' : `${missed} of ${limits} limits are missed.`);
process.exitCode = missed === 0 ? 0 : 1;

function warnWhenBusy(): void {
  const load = loadavg()[0] ?? 0;
  if (load < availableParallelism()) return;
  console.log(
    `This machine is busy (load ${load.toFixed(1)}): trust bytes, CPU time and ratios of CPU time, not what is read from the clock.`,
  );
}

async function run(name: string, measure: Measurement): Promise<Figure[]> {
  console.log(`\n${name}`);
  const siteFolder = resolve(process.env.BENCH_SITE ?? join(import.meta.dirname, '..'));
  const bench = openBench(siteFolder, import.meta.dirname, (line) => console.log(`  ${line}`));
  current = bench;
  try {
    return await measure(bench);
  } catch (error) {
    // Aborted: the process ends as soon as everything is closed, and there is nothing to report.
    if (bench.signal.aborted) return new Promise<never>(() => {});
    console.error(error);
    return [{ name, measured: 'could not be measured', limit: '', ok: false }];
  } finally {
    await bench.close();
  }
}
