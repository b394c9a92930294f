/**
 * Search over 10,000 posts: CPU time and memory of building the index; CPU time of 300 questions (words, beginnings of words, two and three
 * words, mistyped words, titles) inside a process of its own; how many of 60 mistyped words and 60 titles are found among the first ten;
 * what opening an index that is there adds to a start; then, on a running site, the time from writing a file to its new word being found,
 * and to its being in the feed (50 saves each, 95th percentile).
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { type CorpusPost, writeCorpus } from './corpus.ts';
import { createText } from './corpus-text.ts';
import { atLeast, atMost, exactly, type Figure, noLimit } from './figure.ts';
import { buildSite, type SiteProcess, startSite } from './site-process.ts';
import { median, percentile } from './statistics.ts';

const count = 10_000;
const saves = 50;
/** Saves that are not counted, with code that is not compiled yet. */
const warmUp = 5;

/** What `search-process.ts` prints. */
export interface SearchFigures {
  /** Wall time before the first page can be served. */
  openMs: number;
  /** Everything until each page is in the index: next to nothing when it was there. */
  buildCpuSeconds: number;
  /** Memory that was added until then. */
  openMegabytes: number;
  questionCpuMs: number[];
  mistyped: { asked: number; found: number };
  titles: { asked: number; found: number };
}

export async function measureSearch(bench: Bench): Promise<Figure[]> {
  await buildSite(bench);
  const contentFolder = await bench.createFolder('content');
  const dataFolder = await bench.createFolder('data');
  const posts = await writeCorpus(contentFolder, count);
  const cacheFolder = join(dataFolder, 'cache');
  const built = await runProcess(bench, contentFolder, cacheFolder);
  const opened = await runProcess(bench, contentFolder, cacheFolder);
  const questions = built.questionCpuMs;
  bench.log(
    `CPU milliseconds of ${questions.length} questions: median ${median(questions).toFixed(1)}, slowest ${Math.max(...questions).toFixed(1)}`,
  );
  const site = await startSite(bench, { contentFolder, dataFolder });
  const found = await saveAndWait(posts, (word, path) => waitUntilFound(site, word, path));
  const { body: feed } = await site.client.get('/feed.xml');
  const newest = posts.filter(({ path }) => feed.includes(`${path}<`));
  const fed = await saveAndWait(newest, (word) => waitUntilFed(site, word));
  for (const [name, times] of Object.entries({ found, fed })) {
    const [median, late, slowest] = [50, 95, 100].map((percent) => percentile(times, percent).toFixed(0));
    bench.log(`save to ${name}, milliseconds: median ${median}, 95th percentile ${late}, slowest ${slowest}`);
  }
  return [
    noLimit('search, 10,000 posts: building the index, parsing included', built.buildCpuSeconds, 's CPU'),
    noLimit('search, 10,000 posts: memory that building adds', built.openMegabytes, 'MB'),
    atMost('search, 10,000 posts: 300 questions, 95th percentile', percentile(questions, 95), 20, 'ms CPU'),
    atLeast(`search: mistyped words found, of ${built.mistyped.asked}`, built.mistyped.found, 58, 'pages'),
    exactly('search: titles found', built.titles.found, built.titles.asked, 'pages'),
    atMost('search: save to found, 95th percentile', percentile(found, 95), 100, 'ms'),
    atMost('search: save to feed, 95th percentile', percentile(fed, 95), 100, 'ms'),
    atMost('search: opening it before the first page', opened.openMs, 50, 'ms'),
    atMost('search: memory when it is open', opened.openMegabytes, 30, 'MB'),
  ];
}

/** `search-process.ts` in a process of its own: with an empty cache it builds the index, else it opens the one that is there. */
async function runProcess(bench: Bench, contentFolder: string, cacheFolder: string): Promise<SearchFigures> {
  const script = join(import.meta.dirname, 'search-process.ts');
  const child = spawn(process.execPath, [script, contentFolder, cacheFolder], {
    cwd: bench.siteFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: bench.signal,
  });
  return JSON.parse(await text(child.stdout)) as SearchFigures;
}

/** Milliseconds from the write of a new word to the answer that has it. */
async function saveAndWait(
  posts: CorpusPost[],
  waitFor: (word: string, path: string) => Promise<void>,
): Promise<number[]> {
  const words = createText(30_000);
  const times: number[] = [];
  for (let save = 1 - warmUp; save <= saves; save += 1) {
    const post = words.pick(posts);
    const word = `zq${randomBytes(4).toString('hex')}new`;
    const source = await readFile(post.file, 'utf8');
    const began = performance.now();
    await writeFile(post.file, `${source}\n${word}\n`);
    await waitFor(word, post.path);
    if (save > 0) times.push(performance.now() - began);
    // The site answers 20 questions a second of one address.
    await wait(1000);
  }
  return times;
}

async function waitUntilFed(site: SiteProcess, word: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await site.client.get('/feed.xml')).body.includes(word)) return;
    await wait(8);
  }
  throw new Error(`${word} is not in the feed.`);
}

/** Asks as often as one address may. */
async function waitUntilFound(site: SiteProcess, word: string, path: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await site.client.get(`/search.json?q=${word}`);
    if (answer.status === 200 && answer.body.includes(path)) return;
    await wait(answer.status === 429 ? 100 : 8);
  }
  throw new Error(`${word} was not found.`);
}
