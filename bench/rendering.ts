/**
 * What it costs to make every page of a site of 1,000 posts once. Ours: the CPU time of the site's own process, all its threads, from
 * its start with an empty cache, start-up included, until each page was requested once, uncompressed (what a static build writes) and,
 * in another run, in brotli (what a browser asks for). The database that `npm start` makes and runs beside it makes no page, so its
 * processes are not in the figure that has a limit; the whole process tree is told in a line of its own. Beside it: Eleventy 3
 * with its highlighting plugin building the same files with one plain layout, which is less than our pages hold. Rounds
 * alternate; the figure is the median of the ratios of each round.
 */
import { readdir } from 'node:fs/promises';
import type { Bench } from './bench.ts';
import { type CorpusPost, writeCorpus } from './corpus.ts';
import { buildWithEleventy } from './eleventy.ts';
import { below, beside, type Figure } from './figure.ts';
import { readOwnCpuSeconds, readUsage } from './process-usage.ts';
import { buildSite, startSite } from './site-process.ts';
import { median } from './statistics.ts';

const rounds = 5;

export async function measureRendering(bench: Bench): Promise<Figure[]> {
  await buildSite(bench);
  const contentFolder = await bench.createFolder('content');
  const posts = await writeCorpus(contentFolder, 1000);
  const ours: Used[] = [];
  const compressed: Used[] = [];
  const eleventy: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const plain = await renderAll(bench, contentFolder, posts, 'identity');
    const built = await buildAll(bench, contentFolder, posts.length);
    const brotli = await renderAll(bench, contentFolder, posts, 'br');
    ours.push(plain);
    eleventy.push(built);
    compressed.push(brotli);
    bench.say(
      `ours ${plain.own} s (whole tree ${plain.tree.toFixed(2)} s), in brotli ${brotli.own} s, Eleventy ${built} s CPU`,
    );
  }
  const ratio = (used: number[]) => median(used.map((seconds, round) => seconds / (eleventy[round] ?? 1)));
  const own = ours.map((used) => used.own);
  return [
    below('1,000 posts: CPU, ours ÷ Eleventy', ratio(own), 1, 'ratio'),
    beside('1,000 posts: CPU, whole process tree ÷ Eleventy', ratio(ours.map((used) => used.tree)), 'ratio'),
    beside('1,000 posts: CPU in brotli ÷ Eleventy', ratio(compressed.map((used) => used.own)), 'ratio'),
    beside('1,000 posts: ours', median(own), 's CPU'),
    beside('1,000 posts: Eleventy', median(eleventy), 's CPU'),
  ];
}

/** CPU seconds of the site's own process, and of everything that was started for it. */
interface Used {
  own: number;
  tree: number;
}

async function renderAll(
  bench: Bench,
  contentFolder: string,
  posts: CorpusPost[],
  encoding: 'identity' | 'br',
): Promise<Used> {
  const site = await startSite(bench, { contentFolder });
  for (const { path, title } of [{ path: '/', title: '' }, { path: '/about', title: 'About' }, ...posts]) {
    const { status, body } = await site.client.get(path, encoding);
    if (status !== 200) throw new Error(`${path} answered ${status}, not 200.`);
    if (encoding === 'identity' && !body.includes(title)) throw new Error(`${path} lacks its title.`);
  }
  const [own, tree] = await Promise.all([readOwnCpuSeconds(site.pid), readUsage(site.pid)]);
  await site.stop();
  return { own, tree: tree.cpuSeconds };
}

async function buildAll(bench: Bench, contentFolder: string, count: number): Promise<number> {
  const { cpuSeconds, folder } = await buildWithEleventy(bench, contentFolder);
  const built = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')).length;
  if (built < count) throw new Error(`Eleventy built ${built} pages of ${count}.`);
  return cpuSeconds;
}
