import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const cdn = await openCdn({
    settings: { kind: 'http', purgeUrl: service.url, token: 't' },
    site,
    content: opened.content,
    search: {
      complete: async () => {},
      onRelatedChange(listener) {
        relate = listener;
      },
    },
    contentFolder,
    dataFolder: folder,
    port: 3000,
    buildId: 'b',
    program: ['one'],
    log: createLog({ write: () => {} }),
    quietMs: 5,
    ...changes,
  });
  onTestFinished(cdn.close);
  let settled = 0;
  await cdn.start(() => {
    settled += 1;
  });
  return { ...cdn, ...opened, relate: (paths: string[]) => relate(paths), settled: () => settled };
}

const purges = ({ service }: Place) =>
  service.received.map(({ body }) => (JSON.parse(body) as { tags: string[] }).tags);
const storedState = ({ folder }: Place) =>
  (JSON.parse(readFileSync(join(folder, 'cdn/3000.json'), 'utf8')) as { state?: string }).state;
const saveIn = ({ folder }: Place, file: string, words: string) =>
  writeFileSync(join(folder, 'content', file), words);

/** Starts, and waits until the next start would find everything as it is. */
async function startAndKeep(place: Place, changes: Partial<CdnOptions> = {}): Promise<void> {
  const first = await start(place, changes);
  await expect.poll(first.settled).toBe(1);
  await expect.poll(() => storedState(place)).toBeDefined();
  await expect.poll(() => purges(place)).toEqual([['site']]);
  await first.close();
  await first.content.close();
}

test('the first start purges everything, and the next one of the same site nothing', async () => {
  const place = await prepare();
  await startAndKeep(place);
  expect(purges(place)).toEqual([['site']]);
  const again = await start(place);
  await expect.poll(again.settled).toBe(1);
  again.save('a.md', `${text}\nMore.\n`);
  await expect.poll(() => purges(place)).toHaveLength(2);
  expect(purges(place)[1]).toContain(tagOfPage('/a'));
  expect(purges(place)[1]).not.toContain('site');
});

const differences: [name: string, change: (place: Place) => void, options?: Partial<CdnOptions>][] = [
  ['another version of the program', () => {}, { program: ['two'] }],
  ['a file that was saved meanwhile', (place) => saveIn(place, 'a.md', `${text}\nMore.\n`)],
  ['a file that is gone', ({ folder }) => rmSync(join(folder, 'content/b.md'))],
];

test.each(differences)('a start with %s purges everything', async (_, change, options = {}) => {
  const place = await prepare();
  await startAndKeep(place);
  change(place);
  await start(place, options);
  await expect.poll(() => purges(place)).toEqual([['site'], ['site']]);
});

test('a start after the moment of a page has come purges everything', async () => {
  const place = await prepare();
  saveIn(place, 'c.md', '---\npublishAt: 2040-01-01\n---\n\n# C\n');
  await startAndKeep(place);
  await start(place, { now: () => Date.parse('2040-01-02') });
  await expect.poll(() => purges(place)).toEqual([['site'], ['site']]);
});

test('nothing is kept before links and days are known, and what is saved until then purges everything', async () => {
  const place = await prepare();
  await startAndKeep(place);
  const indexed = Promise.withResolvers<void>();
  const again = await start(place, {
    search: { complete: () => indexed.promise, onRelatedChange: () => {} },
  });
  expect(again.headers.ofPage('/a')).toEqual(again.headers.notKept);
  await again.changeBy(() => again.save('a.md', `${text}\nMore.\n`));
  expect(purges(place)).toEqual([['site']]);
  indexed.resolve();
  await expect.poll(() => purges(place)).toEqual([['site'], ['site']]);
  expect(again.headers.ofPage('/a')).toHaveProperty('cache-tag');
});

test('pages whose related pages are others are named', async () => {
  const place = await prepare();
  await startAndKeep(place);
  const again = await start(place);
  await expect.poll(again.settled).toBe(1);
  again.relate(['/a', '/account/b']);
  await expect.poll(() => purges(place)).toEqual([['site'], [tagOfPage('/a')]]);
});

test('a save before the state is kept purges everything at the next start', async () => {
  const place = await prepare();
  await startAndKeep(place);
  const killed = await start(place, { quietMs: 60_000 });
  await expect.poll(killed.settled).toBe(1);
  await killed.changeBy(() => killed.save('a.md', `${text}\nMore.\n`));
  await killed.close();
  await killed.content.close();
  await start(place);
  await expect.poll(() => purges(place).at(-1)).toEqual(['site']);
});
