/**
 * What a second start costs: CPU time (user + system, children included) from the start of the process until it answers
 * /readyz, with the cache that an earlier run left, median of five starts; for this checkout's own content and for 10,000 posts.
 * That no build ran is shown by the built files: not one was written, replaced or removed.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { writeCorpus } from './corpus.ts';
import { atMost, type Figure, isTrue } from './figure.ts';
import { readUsage } from './process-usage.ts';
import { type SiteOptions, spawnSite, startSite, waitUntilReady } from './site-process.ts';
import { median } from './statistics.ts';

const starts = 5;

export async function measureSecondStart(bench: Bench): Promise<Figure[]> {
  const contentFolder = await bench.createFolder('content');
  const posts = await writeCorpus(contentFolder, 10_000);
  const own = { dataFolder: await bench.createFolder('data') };
  const large = { contentFolder, dataFolder: await bench.createFolder('data') };
  await warmUp(bench, own, ['/', '/about', '/posts']);
  await warmUp(bench, large, ['/', '/posts', ...posts.slice(0, 200).map((post) => post.path)]);

  const before = await readFileStamps(join(bench.siteFolder, 'dist'));
  const ownCpu = await measureStarts(bench, own);
  const largeCpu = await measureStarts(bench, large);
  const after = await readFileStamps(join(bench.siteFolder, 'dist'));
  return [
    atMost('second start, own content', ownCpu, 1.5, 's CPU'),
    atMost('second start, 10,000 posts', largeCpu, 1.5, 's CPU'),
    isTrue('second start, no build ran', before.length > 0 && before.join('\n') === after.join('\n')),
  ];
}

async function warmUp(bench: Bench, options: SiteOptions, paths: string[]): Promise<void> {
  const site = await startSite(bench, options);
  for (const path of paths) await site.client.get(path, 'br');
  await site.stop();
}

async function measureStarts(bench: Bench, options: SiteOptions): Promise<number> {
  const used: number[] = [];
  for (let start = 0; start < starts; start++) {
    const site = await spawnSite(bench, options);
    await waitUntilReady(site, 60_000);
    const seconds = (performance.now() - site.startedAt) / 1000;
    const { cpuSeconds } = await readUsage(site.pid);
    used.push(cpuSeconds);
    bench.log(`ready after ${cpuSeconds.toFixed(2)} s CPU (${seconds.toFixed(2)} s on the clock)`);
    await site.stop();
  }
  return median(used);
}

/** One line a file: path, length, file number and the nanosecond it was last written. */
async function readFileStamps(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const lines = names.map(async (name) => {
    const { size, ino, mtimeNs } = await stat(join(folder, name), { bigint: true });
    return `${name} ${size} ${ino} ${mtimeNs}`;
  });
  return (await Promise.all(lines)).sort();
}
