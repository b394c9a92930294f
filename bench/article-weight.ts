/**
 * What a first visit to an article of 700 to 810 words with two code blocks fetches before the reader touches anything, in a
 * real Chromium: every request counted, bytes as they crossed the wire (brotli, answer headers included), and the JavaScript,
 * in files and inside the HTML, in raw bytes. The font is shown beside the limit: it is neither HTML, CSS nor script.
 * The page-view beacon (a POST to /views that delays nothing and that every page sends) is counted by itself.
 */
import type { Bench } from './bench.ts';
import { writeCorpus } from './corpus.ts';
import { atMost, type Figure, isTrue, noLimit } from './figure.ts';
import { type LoadedFile, loadPage } from './page-load.ts';
import { startSite } from './site-process.ts';

const weighed = ['Document', 'Stylesheet', 'Script'];

export async function measureArticleWeight(bench: Bench): Promise<Figure[]> {
  const contentFolder = await bench.createFolder('content');
  const posts = await writeCorpus(contentFolder, 100);
  const site = await startSite(bench, { contentFolder });
  const { files, inlineScripts } = await loadPage(bench, `${site.origin}${posts[42]?.path}`);
  for (const file of files) {
    bench.log(
      `${String(file.bytes).padStart(7)}  ${file.type.padEnd(10)} ${file.encoding.padEnd(4)} ${new URL(file.url).pathname}`,
    );
  }

  const text = files.filter((file) => weighed.includes(file.type));
  const inline = inlineScripts.reduce((sum, source) => sum + Buffer.byteLength(source), 0);
  const beacons = files.filter((file) => new URL(file.url).pathname === '/views');
  const scripts = files.filter((file) => file.type === 'Script');
  return [
    atMost('article: HTML + CSS + script on the wire', sumBytes(text), 30_000, 'bytes'),
    atMost('article: requests before intent', files.length - beacons.length, 4, 'requests'),
    noLimit('article: page-view beacons', beacons.length, 'requests'),
    // 2,000 for the site, and 300 for opening the search dialog.
    atMost('article: JavaScript before intent', sumBytes(scripts) + inline, 2_300, 'bytes'),
    isTrue(
      'article: HTML, CSS and script are brotli',
      text.every((file) => file.encoding === 'br'),
    ),
    noLimit('article: boot script in the HTML, raw', inline, 'bytes'),
    noLimit('article: everything fetched', sumBytes(files), 'bytes'),
  ];
}

function sumBytes(files: LoadedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}
