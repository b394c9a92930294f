/**
 * What it costs to make every page of a site of 1,000 posts once. Ours: the CPU time of the site's own process, all its threads, from
 * its start with an empty render cache, start-up included, until each page was requested once, uncompressed (what a static build writes) and,
 * in another run, in brotli (what a browser requests). The database that `npm start` runs beside it makes no page: it was created by an earlier
 * start, and its processes are not in the figure that has a limit; the whole process tree has a line of its own. Beside it: Eleventy 3
 * with its highlighting plugin and its own defaults building the same files with one plain layout, which is less than our pages hold; and
 * once more without its template language for Markdown, which is the least it can be made to do. Rounds alternate; the figure is the
 * median of the ratios of each round.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { type CorpusPost, writeCorpus } from './corpus.ts';
import { buildWithEleventy, type EleventyMode } from './eleventy.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { readOwnCpuSeconds, readUsage } from './process-usage.ts';
import { buildSite, startSite } from './site-process.ts';
import { median } from './statistics.ts';

const rounds = 5;

export async function measureRendering(bench: Bench): Promise<Figure[]> {
  await buildSite(bench);
  const contentFolder = await bench.createFolder('content');
  const posts = await writeCorpus(contentFolder, 1000);
  const site = { contentFolder, dataFolder: await bench.createFolder('data') };
  await (await startSite(bench, site)).stop();
  const ours: Used[] = [];
  const compressed: Used[] = [];
  const eleventy: number[] = [];
  const plainEleventy: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const plain = await renderAll(bench, site, posts, 'identity');
    const built = await buildAll(bench, contentFolder, posts.length, 'default');
    const brotli = await renderAll(bench, site, posts, 'br');
    const builtPlain = await buildAll(bench, contentFolder, posts.length, 'plain');
    ours.push(plain);
    eleventy.push(built);
    plainEleventy.push(builtPlain);
    compressed.push(brotli);
    bench.log(
      `ours ${plain.own} s (whole tree ${plain.tree.toFixed(2)} s), in brotli ${brotli.own} s; Eleventy ${built} s, without its template language ${builtPlain} s CPU`,
    );
  }
  const ratio = (used: number[], peer = eleventy) =>
    median(used.map((seconds, round) => seconds / (peer[round] ?? 1)));
  const own = ours.map((used) => used.own);
  return [
    atMost('1,000 posts: CPU, ours ÷ Eleventy', ratio(own), 1.1, 'ratio'),
    noLimit(
      '1,000 posts: CPU, ours ÷ Eleventy without its template language',
      ratio(own, plainEleventy),
      'ratio',
    ),
    noLimit('1,000 posts: CPU, whole process tree ÷ Eleventy', ratio(ours.map((used) => used.tree)), 'ratio'),
    noLimit('1,000 posts: CPU in brotli ÷ Eleventy', ratio(compressed.map((used) => used.own)), 'ratio'),
    noLimit('1,000 posts: ours', median(own), 's CPU'),
    noLimit('1,000 posts: Eleventy', median(eleventy), 's CPU'),
    noLimit('1,000 posts: Eleventy without its template language', median(plainEleventy), 's CPU'),
  ];
}

/** CPU seconds of the site's own process, and of everything that was started for it. */
interface Used {
  own: number;
  tree: number;
}

async function renderAll(
  bench: Bench,
  folders: { contentFolder: string; dataFolder: string },
  posts: CorpusPost[],
  encoding: 'identity' | 'br',
): Promise<Used> {
  await rm(join(folders.dataFolder, 'cache'), { recursive: true, force: true });
  const site = await startSite(bench, folders);
  for (const { path, title } of [{ path: '/', title: '' }, { path: '/about', title: 'About' }, ...posts]) {
    const { status, body } = await site.client.get(path, encoding);
    if (status !== 200) throw new Error(`${path} answered ${status}, not 200.`);
    if (encoding === 'identity' && !body.includes(title)) throw new Error(`${path} lacks its title.`);
  }
  const [own, tree] = await Promise.all([readOwnCpuSeconds(site.pid), readUsage(site.pid)]);
  await site.stop();
  return { own, tree: tree.cpuSeconds };
}

async function buildAll(
  bench: Bench,
  contentFolder: string,
  count: number,
  mode: EleventyMode,
): Promise<number> {
  const { cpuSeconds, folder } = await buildWithEleventy(bench, contentFolder, mode);
  const built = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')).length;
  if (built < count) throw new Error(`Eleventy built ${built} pages of ${count}.`);
  return cpuSeconds;
}
