import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../../tests/harness/markdown/test-content.ts';
import type { ParsedBody } from '../parse/parse-context.ts';
import { createRenderCache, prepareCacheFile } from './render-cache.ts';

function body(text: string): ParsedBody {
  return {
    body: [text],
    toc: [],
    words: 1,
    readingMinutes: 1,
    pictures: [],
    links: [],
    ids: [],
    ownComponents: [],
    warnings: [],
  };
}

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];
const silent = () => undefined;

test('memory holds the most recently used bodies up to its limit; the disk holds all of them', async () => {
  const file = await prepareCacheFile(createTestFolder({}), '1');
  const size = JSON.stringify(body('x'.repeat(1000))).length;
  const cache = createRenderCache(file, silent, 2 * size);
  cache.store(first, body('1'.repeat(1000)));
  cache.store(second, body('2'.repeat(1000)));
  cache.find(first);
  cache.store(third, body('3'.repeat(1000)));
  cache.close();
  // After close the disk is not read.
  expect([first, second, third].map((hash) => cache.find(hash) !== undefined)).toEqual([true, false, true]);
  const later = createRenderCache(file, silent);
  expect(later.find(second)?.body).toEqual(['2'.repeat(1000)]);
  later.close();
});

test('a body that is not yet written to disk is found', async () => {
  const cache = createRenderCache(await prepareCacheFile(createTestFolder({}), '1'), silent, 0);
  cache.store(first, body('one'));
  cache.store(second, body('two'));
  expect(cache.find(first)?.body).toEqual(['one']);
  cache.close();
});

test.each([1, 40])('%d pages are written to disk by themselves', async (count) => {
  const file = await prepareCacheFile(createTestFolder({}), '1');
  const cache = createRenderCache(file, silent);
  for (let place = 0; place < count; place += 1) cache.store(`${place}`, body(`page ${place}`));
  const countOnDisk = () => {
    const other = createRenderCache(file, silent);
    const found = Array.from({ length: count }, (_, place) => other.find(`${place}`)?.body[0]);
    other.close();
    return found.filter((text, place) => text === `page ${place}`).length;
  };
  await expect.poll(countOnDisk).toBe(count);
  cache.close();
});

test('a removed body is gone from memory and from disk, written or not', async () => {
  const file = await prepareCacheFile(createTestFolder({}), '1');
  const cache = createRenderCache(file, silent);
  cache.store(first, body('one'));
  cache.close();
  const later = createRenderCache(file, silent);
  later.store(second, body('two'));
  later.remove(first);
  later.remove(second);
  later.close();
  const last = createRenderCache(file, silent);
  expect([last.find(first), last.find(second)]).toEqual([undefined, undefined]);
  last.close();
});

test('a damaged file is replaced by a new one', async () => {
  const file = await prepareCacheFile(createTestFolder({}), '1');
  const cache = createRenderCache(file, silent);
  for (let place = 0; place < 100; place += 1) cache.store(`${place}`, body('x'.repeat(1000)));
  cache.close();
  // The header is intact, the pages after it are not.
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(statSync(file).size - 4096, 7), 0, null, 4096);
  closeSync(opened);
  const log: string[] = [];
  const later = createRenderCache(file, ({ message }) => log.push(message));
  expect(later.find('5')).toBeUndefined();
  later.store(first, body('new'));
  later.close();
  const last = createRenderCache(file, silent);
  expect(last.find(first)?.body).toEqual(['new']);
  last.close();
  expect(log).toEqual([]);
});

test('the file of another parser version is removed', async () => {
  const place = createTestFolder({});
  const old = createRenderCache(await prepareCacheFile(place, '1'), silent);
  old.store(first, body('old'));
  old.close();
  expect(await prepareCacheFile(place, '2')).toBe(join(place, 'bodies-2.sqlite'));
  expect(readdirSync(place).filter((name) => name.startsWith('bodies-'))).toEqual([]);
});
