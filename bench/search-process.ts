/** Run by `search.ts` in a process of its own: `node bench/search-process.ts <content folder> <cache folder>` prints figures as JSON. */
import { setTimeout as wait } from 'node:timers/promises';
import { openContent } from '../markdown/open-content.ts';
import { openSearch } from '../markdown/search/open-search.ts';
import { createText } from './corpus-text.ts';
import type { SearchFigures } from './search.ts';

const [folder = '', cacheFolder = ''] = process.argv.slice(2);
const log = () => undefined;
const audience = 'public';

const content = await openContent({ folder, cacheFolder, log, watch: false });
// Made by the first page of any site.
const pages = content.visiblePages(audience).pages();
content.visiblePages('owner').pages();
const residentBefore = process.memoryUsage.rss();
const began = performance.now();
const search = await openSearch({ content, folder, cacheFolder, log });
const openMs = performance.now() - began;
const cpuBefore = process.cpuUsage();
search.start();
while (!search.isComplete()) await wait(50);
const built = process.cpuUsage(cpuBefore);
const openMegabytes = (process.memoryUsage.rss() - residentBefore) / 1e6;

const text = createText(40_000);
const longWord = () => {
  let word = '';
  while (word.length < 4) word = text.words(1);
  return word;
};
const find = (question: string) => {
  const answer = search.find(question, { audience, limit: 10 });
  return 'fault' in answer ? [] : answer.results;
};

/** One of the four usual faults of typing, never in the first letter. */
function mistype(word: string, kind: number): string {
  const at = 1 + ((word.length * 7) % (word.length - 2));
  const letters = [...word];
  if (kind === 0) letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '');
  else if (kind === 1) letters.splice(at, 1);
  else if (kind === 2) letters.splice(at, 1, letters[at] === 'q' ? 'x' : 'q');
  else letters.splice(at, 0, letters[at] ?? '');
  return letters.join('');
}

const words = Array.from({ length: 60 }, longWord);
const mistyped = words.map((word, index) => mistype(word, index % 4));
const titles = Array.from({ length: 60 }, () => text.pick(pages).title);
const questions = [
  ...words.map((word) => word.slice(0, 2 + (word.length % 3))),
  ...Array.from({ length: 60 }, () => text.words(2)),
  ...Array.from({ length: 60 }, () => text.words(3)),
  ...mistyped,
  ...titles,
];
// The code is compiled by the first questions, which no site repeats.
for (const question of questions.slice(40, 80)) find(question);
const questionCpuMs = questions.map((question) => {
  const before = process.cpuUsage();
  find(question);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
});
const isTypoFound = (question: string, index: number) =>
  JSON.stringify(find(question))
    .toLowerCase()
    .includes(words[index] ?? '?');
const isTitleFound = (title: string) => find(title).some((result) => result.title === title);

const figures: SearchFigures = {
  openMs,
  buildCpuSeconds: (built.user + built.system) / 1e6,
  openMegabytes,
  questionCpuMs,
  mistyped: { asked: mistyped.length, found: mistyped.filter(isTypoFound).length },
  titles: { asked: titles.length, found: titles.filter(isTitleFound).length },
};
console.log(JSON.stringify(figures));
await search.close();
await content.close();
