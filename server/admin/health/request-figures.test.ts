import { expect, test } from 'vitest';
import { createRequestCounter } from './request-figures.ts';

test('requests of the last hour are counted by status, with percentiles right to a tenth', () => {
  let time = Date.parse('2026-11-18T10:00:30Z');
  const counter = createRequestCounter(() => time);
  expect(counter.read()).toMatchObject({ ok: 0, p95: null });
  for (let ms = 1; ms <= 100; ms += 1) counter.record({ status: ms > 98 ? 500 : 200, ms });
  time += 60_000;
  counter.record({ status: 304, ms: 0 });
  counter.record({ status: 404, ms: 1e9 });
  const { p50, p95, ...figures } = counter.read();
  expect(figures).toMatchObject({ ok: 98, redirected: 1, refused: 1, failed: 2 });
  expect(figures.minutes.slice(-2)).toEqual([100, 2]);
  expect(p50).toBeGreaterThanOrEqual(50);
  expect(p50).toBeLessThan(56);
  expect(p95).toBeGreaterThanOrEqual(95);
  expect(p95).toBeLessThan(107);
  time += 59 * 60_000;
  expect(counter.read()).toMatchObject({ ok: 0, redirected: 1, refused: 1 });
  time += 60_000;
  expect(counter.read()).toMatchObject({ redirected: 0, refused: 0, p95: null });
});

test('minutes without requests are zero, and old ones are forgotten', () => {
  let time = 0;
  const counter = createRequestCounter(() => time);
  for (let minute = 0; minute < 200; minute += 2) {
    time = minute * 60_000;
    counter.record({ status: 200, ms: 1 });
  }
  expect(counter.read().ok).toBe(30);
  expect(counter.read().minutes.slice(-3)).toEqual([1, 0, 1]);
});
