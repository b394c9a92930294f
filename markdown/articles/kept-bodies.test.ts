import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RenderedBody } from '../render/rendering.ts';
import { createTestFolder } from '../test-content.ts';
import { createKeptBodies, openKeptFolder } from './kept-bodies.ts';

function body(text: string): RenderedBody {
  return { body: [text], toc: [], words: 1, readingMinutes: 1, pictures: [], links: [], warnings: [] };
}

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];

test('memory holds what was used last, up to its limit; the disk holds everything', async () => {
  const folder = await openKeptFolder(createTestFolder({}), '1');
  const size = JSON.stringify(body('x'.repeat(1000))).length;
  const kept = createKeptBodies(folder, () => undefined, 2 * size);
  await kept.keep(first, body('1'.repeat(1000)));
  await kept.keep(second, body('2'.repeat(1000)));
  await kept.find(first);
  await kept.keep(third, body('3'.repeat(1000)));
  await kept.close();
  expect((await createKeptBodies(folder, () => undefined).find(second))?.body).toEqual(['2'.repeat(1000)]);
  rmSync(folder, { recursive: true });
  expect(await kept.find(first)).toBeDefined();
  expect(await kept.find(third)).toBeDefined();
  expect(await kept.find(second)).toBeUndefined();
});

test('what another version of the renderer kept is removed', async () => {
  const place = createTestFolder({});
  const old = createKeptBodies(await openKeptFolder(place, '1'), () => undefined);
  await old.keep(first, body('old'));
  await old.close();
  const folder = await openKeptFolder(place, '2');
  expect(folder).toBe(join(place, 'bodies-2'));
  expect(await createKeptBodies(join(place, 'bodies-1'), () => undefined).find(first)).toBeUndefined();
});
