import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createViewCounts, type ViewCounts } from './view-counts.ts';

let known: Record<string, number>;
let asked: string[][];
let changes: string[][];
let counts: ViewCounts;
let logged: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [known, asked, changes, logged] = [{ '/a': 7 }, [], [], []];
  counts = createViewCounts({
    store: {
      async count(paths) {
        asked.push(paths);
        if (!known) throw new Error('away');
        return known;
      },
    },
    log: ({ message }) => logged.push(message),
  });
  counts.onChange((paths) => changes.push(paths));
});
afterEach(() => {
  counts.close();
  vi.useRealTimers();
});

test('a count is loaded in the background, and listeners are called', async () => {
  expect([counts.of('/a'), counts.of('/b')]).toEqual([undefined, undefined]);
  await vi.advanceTimersByTimeAsync(100);
  expect([counts.of('/a'), counts.of('/b')]).toEqual([7, 0]);
  expect({ asked, changes }).toEqual({ asked: [['/a', '/b']], changes: [['/a', '/b']] });
});

test('it is read once a minute, and only changes are reported', async () => {
  counts.of('/a');
  await vi.advanceTimersByTimeAsync(100);
  await vi.advanceTimersByTimeAsync(60_000);
  known['/a'] = 8;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts.of('/a')).toBe(8);
  expect([asked.length, changes]).toEqual([3, [['/a'], ['/a']]]);
});

test('a large count has three significant digits, so that a page is not rendered again for every reader', async () => {
  known['/a'] = 12_345;
  counts.of('/a');
  await vi.advanceTimersByTimeAsync(100);
  expect(counts.of('/a')).toBe(12_300);
  known['/a'] = 12_399;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(changes).toHaveLength(1);
});

test('while the store is unavailable the old count stays, and it is logged once', async () => {
  counts.of('/a');
  await vi.advanceTimersByTimeAsync(100);
  known = undefined as unknown as typeof known;
  await vi.advanceTimersByTimeAsync(180_000);
  expect(counts.of('/a')).toBe(7);
  expect(logged).toHaveLength(1);
});

test('without an article that shows its count nothing is read', async () => {
  await vi.advanceTimersByTimeAsync(180_000);
  expect(asked).toEqual([]);
});
