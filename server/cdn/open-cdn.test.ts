import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import site from '../../site.config.ts';
import {
  createTestFolder,
  openTestContent,
  type TestContent,
} from '../../tests/harness/markdown/test-content.ts';
import { type PurgeService, startPurgeService } from '../../tests/harness/purge-service.ts';
import { createLog } from '../log.ts';
import { tagOfPage } from './cache-tags.ts';
import { type CdnOptions, openCdn } from './open-cdn.ts';

const text = '---\nupdated: 2026-01-01\n---\n\n# A\n';

interface Place {
  folder: string;
  service: PurgeService;
}

async function prepare(): Promise<Place> {
  return { folder: createTestFolder({ 'a.md': text, 'b.md': text }), service: await startPurgeService() };
}

/** Starts on the same folders as the time before. */
async function start({ folder, service }: Place, changes: Partial<CdnOptions> = {}) {
  const contentFolder = join(folder, 'content');
  const opened: TestContent = await openTestContent({}, { folder: contentFolder, watch: true });
  let relate: (paths: readonly string[]) => void = () => {};
  const cdn = openCdn({
    settings: { kind: 'http', purgeUrl: service.url, token: 't' },
    site,
    content: opened.content,
    search: {
      complete: async () => {},
      onRelatedChange(listener) {
        relate = listener;
      },
    },
    buildId: 'b',
    log: createLog({ write: () => {} }),
    ...changes,
  });
  onTestFinished(cdn.close);
  let settled = 0;
  cdn.start(() => {
    settled += 1;
  });
  return { ...cdn, ...opened, relate: (paths: string[]) => relate(paths), settled: () => settled };
}

const purges = ({ service }: Place) =>
  service.received.map(({ body }) => (JSON.parse(body) as { tags: string[] }).tags);

test('a start purges everything, because what the CDN holds may be older, and a save what it touches', async () => {
  const place = await prepare();
  const first = await start(place);
  await expect.poll(first.settled).toBe(1);
  await expect.poll(() => purges(place)).toEqual([['site']]);
  first.save('a.md', `${text}\nMore.\n`);
  await expect.poll(() => purges(place)).toHaveLength(2);
  expect(purges(place)[1]).toContain(tagOfPage('/a'));
  expect(purges(place)[1]).not.toContain('site');
  await first.close();
  await first.content.close();
  await start(place);
  await expect.poll(() => purges(place)).toHaveLength(3);
  expect(purges(place)[2]).toEqual(['site']);
});

test('nothing is kept before links and days are known', async () => {
  const place = await prepare();
  const indexed = Promise.withResolvers<void>();
  const opened = await start(place, {
    search: { complete: () => indexed.promise, onRelatedChange: () => {} },
  });
  await expect.poll(() => purges(place)).toEqual([['site']]);
  expect(opened.headers.ofPage('/a')).toEqual(opened.headers.notKept);
  await opened.changeBy(() => opened.save('a.md', `${text}\nMore.\n`));
  indexed.resolve();
  await expect.poll(opened.settled).toBe(1);
  expect(opened.headers.ofPage('/a')).toHaveProperty('cache-tag');
});

test('pages whose related pages are others are named', async () => {
  const place = await prepare();
  const opened = await start(place);
  await expect.poll(opened.settled).toBe(1);
  opened.relate(['/a', '/account/b']);
  await expect.poll(() => purges(place).at(-1)).toEqual([tagOfPage('/a')]);
});
