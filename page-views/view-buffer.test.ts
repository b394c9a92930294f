import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toRows, countedView as view } from '../tests/harness/page-views/test-view.ts';
import { createViewBuffer } from './view-buffer.ts';
import type { ViewBatch } from './view-store.ts';

let written: ViewBatch[];
let tried: ViewBatch[];
let away: boolean;
let logged: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [written, tried, logged, away] = [[], [], [], false];
});
afterEach(() => vi.useRealTimers());

const open = () =>
  createViewBuffer({
    store: {
      async record(batch) {
        tried.push(structuredClone(batch));
        if (away) throw new Error('away');
        written.push(structuredClone(batch));
      },
    },
    today: () => '2026-11-15',
    log: ({ message }) => logged.push(message),
  });

const viewsIn = (batches: ViewBatch[]) =>
  batches.flatMap((batch) => toRows(batch).map(({ path, views: count }) => [path, count]));

test('views are written in one batch within a second of the first', async () => {
  const buffer = open();
  buffer.add(view());
  buffer.add(view());
  buffer.add(view({ path: '/running' }));
  buffer.discard('2026-11-15', 'bot');
  buffer.discard('2026-11-15', 'bot');
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toHaveLength(1);
  expect(viewsIn(written)).toEqual([
    ['/about', 2],
    ['/running', 1],
  ]);
  expect(written[0]?.discarded).toEqual([{ day: '2026-11-15', reason: 'bot', views: 2 }]);
});

test('a view that arrives during a write is written too', async () => {
  const buffer = open();
  buffer.add(view());
  const flushing = buffer.flush();
  buffer.add(view({ path: '/late' }));
  await flushing;
  await vi.advanceTimersByTimeAsync(999);
  expect(viewsIn(written).map(([path]) => path)).toEqual(['/about', '/late']);
});

test('many views are written in limited batches, none twice and none lost', async () => {
  const buffer = open();
  for (let visitor = 0; visitor < 625; visitor++) buffer.add(view({ visitor: String(visitor) }));
  await buffer.flush();
  for (let visitor = 625; visitor < 1_000; visitor++) buffer.add(view({ visitor: String(visitor) }));
  await vi.advanceTimersByTimeAsync(999);
  expect(written.map((batch) => toRows(batch).length)).toEqual([250, 250, 125, 250, 125]);
  expect(written.flatMap((batch) => toRows(batch).map(({ visitor }) => Number(visitor)))).toEqual(
    Array.from({ length: 1_000 }, (_, visitor) => visitor),
  );
});

test('closing writes waiting views', async () => {
  const buffer = open();
  buffer.add(view());
  await buffer.close();
  expect(viewsIn(written)).toEqual([['/about', 1]]);
});

test('closing logs views that could not be written, and ends', async () => {
  const buffer = open();
  away = true;
  buffer.add(view());
  buffer.add(view());
  await buffer.close();
  expect(logged).toEqual([
    expect.stringContaining('cannot be written'),
    expect.stringContaining('are lost: 2.'),
  ]);
});

test('after an outage of any length, views are written soon', async () => {
  const buffer = open();
  away = true;
  buffer.add(view());
  await vi.advanceTimersByTimeAsync(600_000);
  away = false;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(viewsIn(written)).toEqual([['/about', 1]]);
});

test('a failed batch is kept, sent again with the same id, and logged once', async () => {
  const buffer = open();
  away = true;
  buffer.add(view());
  await vi.advanceTimersByTimeAsync(30_000);
  buffer.add(view({ path: '/later' }));
  expect(tried.length).toBeGreaterThan(2);
  expect(new Set(tried.map(({ id }) => id)).size).toBe(1);
  away = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(viewsIn(written)).toEqual([
    ['/about', 1],
    ['/later', 1],
  ]);
  expect(written[0]?.id).toBe(tried[0]?.id);
  expect(logged).toEqual([expect.stringContaining('cannot be written'), 'Page views are written again.']);
});
