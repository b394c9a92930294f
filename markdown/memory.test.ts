/** What is kept in memory of files: their text is not. In a process of its own, whose heap nothing else fills. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../tests/harness/markdown/test-content.ts';

const count = 200;
const kilobytes = 50;
const long = 'This is not kept. '.repeat((kilobytes * 1000) / 18);

const program = `
  import { openContent } from './open-content.ts';
  const [folder, cacheFolder] = process.argv.slice(1);
  const figures = [];
  const measure = () => { gc(); figures.push(process.memoryUsage().heapUsed); };
  // The modules and the parser are loaded with a first page.
  await (await openContent({ folder: folder + '/first', cacheFolder: cacheFolder + '/first', watch: false, log() {} })).indexPages();
  measure();
  const content = await openContent({ folder, cacheFolder, watch: false, log() {} });
  measure();
  await content.indexPages();
  measure();
  await content.close();
  console.log(JSON.stringify(figures));
  process.exit();
`;

test('of a page, the title and the links are kept without the text around them', () => {
  const files: Record<string, string> = {};
  for (const name of ['first/page', ...Array.from({ length: count }, (_, index) => `posts/page-${index}`)])
    files[`${name}.md`] =
      `---\ntitle: The title of ${name}\n# ${long}\n---\n\n[To the page](/posts/the-page-after-${name})\n\n[[the note after ${name}]] <a href="/posts/the-page-before-${name}">b</a>\n\n<!-- ${long} -->\n`;
  const place = createTestFolder(files);
  const output = execFileSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', program, join(place, 'content'), join(place, 'cache')],
    { cwd: resolve(import.meta.dirname), encoding: 'utf8' },
  );
  const [loaded = 0, opened = 0, indexed = 0] = JSON.parse(output) as number[];
  // Where the texts are kept, the heap grows by more than their size.
  const megabytesOfText = (count * kilobytes) / 1000;
  expect((opened - loaded) / 1e6).toBeLessThan(megabytesOfText / 2);
  expect((indexed - opened) / 1e6).toBeLessThan(megabytesOfText / 2);
});
