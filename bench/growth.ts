/**
 * A page must not grow with the site: the same article, first with 100 posts beside it and then with 10,000. HTML and payload are
 * fetched from the running site in brotli and their bodies compared; a list of folders and a tag would grow, an article must not.
 */
import type { Bench } from './bench.ts';
import { writeCorpus } from './corpus.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import type { HttpClient } from './http-client.ts';
import { readPayloadAddress } from './payload.ts';
import { buildSite, startSite } from './site-process.ts';

/** The third post of the first folder: its text is the same in both, and it has neighbors on both sides. */
const place = 2;

export async function measureGrowth(bench: Bench): Promise<Figure[]> {
  await buildSite(bench);
  const small = await measureArticle(bench, 100);
  const large = await measureArticle(bench, 10_000);
  return [
    atMost('growth: HTML, 10,000 posts − 100', large.html - small.html, 1_000, 'bytes'),
    atMost('growth: payload, 10,000 posts − 100', large.payload - small.payload, 1_000, 'bytes'),
    noLimit('growth: HTML with 10,000 posts, brotli', large.html, 'bytes'),
    noLimit('growth: payload with 10,000 posts, brotli', large.payload, 'bytes'),
  ];
}

async function measureArticle(bench: Bench, count: number): Promise<{ html: number; payload: number }> {
  const contentFolder = await bench.createFolder('content');
  const posts = await writeCorpus(contentFolder, count);
  const site = await startSite(bench, { contentFolder });
  const path = posts[place]?.path ?? '';
  const html = await readBrotliLength(site.client, path);
  const payload = await readBrotliLength(site.client, await readPayloadAddress(site.client, path));
  await site.stop();
  bench.log(`with ${count} posts: HTML ${html}, payload ${payload} bytes`);
  return { html, payload };
}

async function readBrotliLength(client: HttpClient, path: string): Promise<number> {
  const answer = await client.get(path, 'br');
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}, not 200.`);
  if (answer.headers['content-encoding'] !== 'br')
    throw new Error(`${path} was requested in brotli and came in another encoding.`);
  return answer.body.length;
}
