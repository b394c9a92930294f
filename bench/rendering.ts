/**
 * What it costs to make every page of a site of 1,000 posts once. Ours: the CPU time of the process from its start with an
 * empty cache until each page was requested once, uncompressed (what a static build writes) and, in another run, in brotli (what
 * a browser asks for). Beside it: Eleventy 3 with its highlighting plugin building the same files with one plain layout, which is
 * less than our pages hold. Rounds alternate; the figure is the median of the ratios of each round.
 */
import { readdir } from 'node:fs/promises';
import type { Bench } from './bench.ts';
import { type CorpusPost, writeCorpus } from './corpus.ts';
import { buildWithEleventy } from './eleventy.ts';
import { below, beside, type Figure } from './figure.ts';
import { readUsage } from './process-usage.ts';
import { buildSite, startSite } from './site-process.ts';
import { median } from './statistics.ts';

const rounds = 3;

export async function measureRendering(bench: Bench): Promise<Figure[]> {
  await buildSite(bench);
  const contentFolder = await bench.createFolder('content');
  const posts = await writeCorpus(contentFolder, 1000);
  const ours: number[] = [];
  const compressed: number[] = [];
  const eleventy: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await renderAll(bench, contentFolder, posts, 'identity'));
    eleventy.push(await buildAll(bench, contentFolder, posts.length));
    compressed.push(await renderAll(bench, contentFolder, posts, 'br'));
    bench.say(`ours ${ours.at(-1)} s, in brotli ${compressed.at(-1)} s, Eleventy ${eleventy.at(-1)} s CPU`);
  }
  const ratios = (used: number[]) => used.map((seconds, round) => seconds / (eleventy[round] ?? 1));
  return [
    below('1,000 posts: CPU, ours ÷ Eleventy', median(ratios(ours)), 1, 'ratio'),
    beside('1,000 posts: CPU in brotli ÷ Eleventy', median(ratios(compressed)), 'ratio'),
    beside('1,000 posts: ours', median(ours), 's CPU'),
    beside('1,000 posts: Eleventy', median(eleventy), 's CPU'),
  ];
}

async function renderAll(
  bench: Bench,
  contentFolder: string,
  posts: CorpusPost[],
  encoding: 'identity' | 'br',
): Promise<number> {
  const site = await startSite(bench, { contentFolder });
  for (const { path, title } of [{ path: '/', title: '' }, { path: '/about', title: 'About' }, ...posts]) {
    const { status, body } = await site.client.get(path, encoding);
    if (status !== 200) throw new Error(`${path} answered ${status}, not 200.`);
    if (encoding === 'identity' && !body.includes(title)) throw new Error(`${path} lacks its title.`);
  }
  const { cpuSeconds } = await readUsage(site.pid);
  await site.stop();
  return cpuSeconds;
}

async function buildAll(bench: Bench, contentFolder: string, count: number): Promise<number> {
  const { cpuSeconds, folder } = await buildWithEleventy(bench, contentFolder);
  const built = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')).length;
  if (built < count) throw new Error(`Eleventy built ${built} pages of ${count}.`);
  return cpuSeconds;
}
