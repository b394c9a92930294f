/**
 * What the embedded backend adds to a start: CPU time of the whole process tree, Postgres included, until it is healthy, with an
 * empty data folder and with one that an earlier run left; for the backend alone (`npm run backend`) and for the whole site.
 * Medians. Then the memory of the site's process tree at rest, and how long a test of another project waits for a backend of its own.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBackend } from '../backend/testing/start-backend.ts';
import type { Bench } from './bench.ts';
import { atMost, below, type Figure } from './figure.ts';
import { readSharedBytes, readUsage } from './process-usage.ts';
import { buildSite, type SiteOptions, type SiteProcess, startSite } from './site-process.ts';
import { median } from './statistics.ts';

const freshStarts = 3;
const laterStarts = 5;
const restSeconds = 10;

const backendAlone: SiteOptions = { script: 'backend', readyPath: '/auth/v1/health' };

export async function measureBackendStart(bench: Bench): Promise<Figure[]> {
  await buildSite(bench);
  const alone = await measureStarts(bench, 'backend', backendAlone);
  const site = await measureStarts(bench, 'site', {});

  const dataFolder = await bench.createFolder('data');
  const resting = await startSite(bench, { dataFolder });
  await wait(restSeconds * 1000);
  const memory = await readSharedBytes(resting.pid);
  await resting.stop();
  return [
    atMost('backend: fresh start', alone.fresh, 3, 's CPU'),
    atMost('backend: start with existing data', alone.later, 0.7, 's CPU'),
    atMost('whole site: fresh start', site.fresh, 3, 's CPU'),
    atMost('whole site: start with existing data', site.later, 0.7, 's CPU'),
    below('whole site: memory at rest, all processes', memory / 1e6, 180, 'MB'),
    below('startBackend of porchlight/testing', await measureTestBackend(bench), 300, 'ms'),
  ];
}

async function measureStarts(bench: Bench, name: string, options: SiteOptions) {
  const fresh: number[] = [];
  const later: number[] = [];
  const dataFolder = await bench.createFolder('data');
  await startAndStop(bench, { ...options, dataFolder });
  for (let start = 0; start < freshStarts; start++) fresh.push(await startAndStop(bench, options));
  for (let start = 0; start < laterStarts; start++)
    later.push(await startAndStop(bench, { ...options, dataFolder }));
  bench.log(`${name}, fresh: ${fresh.map(show).join(', ')}; existing data: ${later.map(show).join(', ')} s`);
  return { fresh: median(fresh), later: median(later) };
}

/** The first one prepares what the others copy. */
async function measureTestBackend(bench: Bench): Promise<number> {
  const supabase = join(bench.siteFolder, 'supabase');
  const times: number[] = [];
  for (let start = 0; start <= laterStarts; start++) {
    const started = performance.now();
    const backend = await startBackend({ supabase });
    times.push(performance.now() - started);
    await backend.close();
  }
  bench.log(
    `startBackend: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms, the first with its preparation`,
  );
  return median(times.slice(1));
}

async function startAndStop(bench: Bench, options: SiteOptions): Promise<number> {
  const site: SiteProcess = await startSite(bench, options);
  const { cpuSeconds } = await readUsage(site.pid);
  await site.stop();
  return cpuSeconds;
}

function show(seconds: number): string {
  return seconds.toFixed(2);
}
