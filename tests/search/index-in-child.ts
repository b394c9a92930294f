/** Run by kill.test.ts: indexes a folder until it is killed. `node tests/search/index-in-child.ts <folder> <cache folder>` */
import { setTimeout as wait } from 'node:timers/promises';
import { openContent } from '../../markdown/open-content.ts';
import { openSearch } from '../../markdown/search/open-search.ts';

const [folder = '', cacheFolder = ''] = process.argv.slice(2);
const content = await openContent({ folder, cacheFolder, log: () => undefined, watch: false });
const search = await openSearch({ content, folder, cacheFolder, log: () => undefined });
for (;;) {
  const answer = search.find('walnut', { audience: 'public', limit: 1 });
  if ('total' in answer) console.log(answer.total);
  await wait(2);
}
