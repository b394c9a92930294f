/**
 * A site of 10,000 posts: seconds from the start of the process with an empty cache to the whole first article (the median of
 * three starts; the browser's files are built before, and no compiled code of an earlier start is used); memory of the whole
 * process tree after 200 articles and every list, with what several processes share counted once (PSS); the time from writing a file to its new text being on its page (60 posts, each
 * in the page cache before, polled; 95th percentile), with the new title in its folder's list; and
 * whether the lists hold every post.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path/posix';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { type CorpusPost, writeCorpus } from './corpus.ts';
import { createText } from './corpus-text.ts';
import { atMost, below, exactly, type Figure } from './figure.ts';
import { readListedPaths } from './listed-paths.ts';
import { readSharedBytes, readUsage } from './process-usage.ts';
import { buildSite, type SiteProcess, spawnSite, waitUntilReady } from './site-process.ts';
import { median, percentile } from './statistics.ts';

const count = 10_000;
const coldStarts = 3;
const saves = 60;

export async function measureLargeSite(bench: Bench): Promise<Figure[]> {
  await buildSite(bench);
  const contentFolder = await bench.createFolder('content');
  const posts = await writeCorpus(contentFolder, count);
  const firsts: number[] = [];
  for (let start = 1; start < coldStarts; start++) {
    const { site, seconds } = await startCold(bench, contentFolder, posts);
    firsts.push(seconds);
    await site.stop();
  }
  const { site, seconds } = await startCold(bench, contentFolder, posts);
  firsts.push(seconds);

  const text = createText(10_000);
  for (let article = 0; article < 200; article++) await site.client.get(text.pick(posts).path, 'br');
  const inLists = await readListedPaths(site.client, '/posts');
  const memory = await readSharedBytes(site.pid);
  const before = await readUsage(site.pid);

  const times = await saveAndWatch(bench, site, posts);
  const after = await readUsage(site.pid);
  const cpu = ((after.cpuSeconds - before.cpuSeconds) * 1000) / saves;
  bench.log(
    `resident before the saves, what is shared counted in each process: ${megabytes(before.residentBytes)} MB, after them: ${megabytes(after.residentBytes)} MB; ${cpu.toFixed(0)} ms CPU a save`,
  );
  const complete = (paths: Set<string>) => posts.filter((post) => paths.has(post.path)).length;
  return [
    atMost('10,000 posts: cold start to first article', median(firsts), 3, 's'),
    below('10,000 posts: resident memory, all processes', memory / 1e6, 400, 'MB'),
    atMost('10,000 posts: save to live, 95th percentile', percentile(times, 95), 100, 'ms'),
    exactly('10,000 posts: in the lists', complete(inLists), count, 'pages'),
  ];
}

async function startCold(bench: Bench, contentFolder: string, posts: CorpusPost[]) {
  const site = await spawnSite(bench, { contentFolder, withoutCompileCache: true });
  let bytes = 0;
  while (bytes === 0) {
    const answer = await site.client.get(posts[count / 2]?.path ?? '', 'br').catch(() => undefined);
    if (answer?.status === 200) bytes = answer.body.length;
    else if (performance.now() - site.startedAt > 60_000) await waitUntilReady(site, 0);
    else await wait(5);
  }
  const seconds = (performance.now() - site.startedAt) / 1000;
  const { cpuSeconds } = await readUsage(site.pid);
  bench.log(`first article after ${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s CPU)`);
  return { site, seconds };
}

/** Milliseconds from the write to the page, once a post. */
async function saveAndWatch(bench: Bench, site: SiteProcess, posts: CorpusPost[]): Promise<number[]> {
  const text = createText(20_000);
  const times: number[] = [];
  let title = '';
  for (let save = 1; save <= saves; save++) {
    const post = text.pick(posts);
    await site.client.get(post.path, 'br');
    const mark = `Saved words ${save} of the bench.`;
    title = `A new title ${save} of the bench`;
    const source = (await readFile(post.file, 'utf8')).replace(/^title: .*$/m, `title: ${title}`);
    const began = performance.now();
    await writeFile(post.file, `${source}\n${mark}\n`);
    await waitFor(site, post.path, mark);
    times.push(performance.now() - began);
    await waitFor(site, `${dirname(post.path)}`, title, 1000, true);
  }
  const shown = [50, 95, 100].map((percent) => percentile(times, percent).toFixed(1));
  bench.log(
    `save to live, milliseconds: median ${shown[0]}, 95th percentile ${shown[1]}, slowest ${shown[2]}`,
  );
  return times;
}

async function waitFor(
  site: SiteProcess,
  path: string,
  words: string,
  within = 10_000,
  inAnyPage = false,
): Promise<void> {
  const until = performance.now() + within;
  while (performance.now() < until) {
    for (const address of inAnyPage ? [path, `${path}?page=2`, `${path}?page=3`] : [path]) {
      const answer = await site.client.get(address);
      if (answer.status === 200 && answer.body.includes(words)) return;
    }
    await wait(2);
  }
  throw new Error(`${path} did not show "${words}" within ${within} ms.`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
