import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RenderedBody } from '../render/rendering.ts';
import { createTestFolder } from '../test-content.ts';
import { createKeptBodies, openKeptFile } from './kept-bodies.ts';

function body(text: string): RenderedBody {
  return { body: [text], toc: [], words: 1, readingMinutes: 1, pictures: [], links: [], warnings: [] };
}

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];
const silent = () => undefined;

test('memory holds what was used last, up to its limit; the disk holds everything', async () => {
  const file = await openKeptFile(createTestFolder({}), '1');
  const size = JSON.stringify(body('x'.repeat(1000))).length;
  const kept = createKeptBodies(file, silent, 2 * size);
  kept.keep(first, body('1'.repeat(1000)));
  kept.keep(second, body('2'.repeat(1000)));
  kept.find(first);
  kept.keep(third, body('3'.repeat(1000)));
  kept.close();
  // The disk is not asked any more.
  expect([first, second, third].map((hash) => kept.find(hash) !== undefined)).toEqual([true, false, true]);
  const later = createKeptBodies(file, silent);
  expect(later.find(second)?.body).toEqual(['2'.repeat(1000)]);
  later.close();
});

test('what waits to be written is found all the same', async () => {
  const kept = createKeptBodies(await openKeptFile(createTestFolder({}), '1'), silent, 0);
  kept.keep(first, body('one'));
  kept.keep(second, body('two'));
  expect(kept.find(first)?.body).toEqual(['one']);
  kept.close();
});

test.each([1, 40])('%d pages are on disk soon, without being asked to be', async (count) => {
  const file = await openKeptFile(createTestFolder({}), '1');
  const kept = createKeptBodies(file, silent);
  for (let place = 0; place < count; place += 1) kept.keep(`${place}`, body(`page ${place}`));
  const countOnDisk = () => {
    const other = createKeptBodies(file, silent);
    const found = Array.from({ length: count }, (_, place) => other.find(`${place}`)?.body[0]);
    other.close();
    return found.filter((text, place) => text === `page ${place}`).length;
  };
  await expect.poll(countOnDisk).toBe(count);
  kept.close();
});

test('what is gone is forgotten in memory and on disk, written or not', async () => {
  const file = await openKeptFile(createTestFolder({}), '1');
  const kept = createKeptBodies(file, silent);
  kept.keep(first, body('one'));
  kept.close();
  const later = createKeptBodies(file, silent);
  later.keep(second, body('two'));
  later.forget(first);
  later.forget(second);
  later.close();
  const last = createKeptBodies(file, silent);
  expect([last.find(first), last.find(second)]).toEqual([undefined, undefined]);
  last.close();
});

test('a damaged file is begun anew', async () => {
  const file = await openKeptFile(createTestFolder({}), '1');
  const kept = createKeptBodies(file, silent);
  for (let place = 0; place < 100; place += 1) kept.keep(`${place}`, body('x'.repeat(1000)));
  kept.close();
  // Its head is whole, and what follows is not.
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(statSync(file).size - 4096, 7), 0, null, 4096);
  closeSync(opened);
  const log: string[] = [];
  const later = createKeptBodies(file, ({ message }) => log.push(message));
  expect(later.find('5')).toBeUndefined();
  later.keep(first, body('new'));
  later.close();
  const last = createKeptBodies(file, silent);
  expect(last.find(first)?.body).toEqual(['new']);
  last.close();
  expect(log).toEqual([]);
});

test('what another version of the renderer kept is removed', async () => {
  const place = createTestFolder({});
  const old = createKeptBodies(await openKeptFile(place, '1'), silent);
  old.keep(first, body('old'));
  old.close();
  expect(await openKeptFile(place, '2')).toBe(join(place, 'bodies-2.sqlite'));
  expect(readdirSync(place).filter((name) => name.startsWith('bodies-'))).toEqual([]);
});
