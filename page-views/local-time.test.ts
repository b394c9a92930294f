import { expect, test } from 'vitest';
import { createLocalClock } from './local-time.ts';

test.each([
  ['UTC', Date.UTC(2026, 10, 15, 23, 30), { day: '2026-11-15', hour: 23 }],
  ['Europe/Berlin', Date.UTC(2026, 10, 15, 23, 30), { day: '2026-11-16', hour: 0 }],
  ['America/Los_Angeles', Date.UTC(2026, 10, 15, 7, 59), { day: '2026-11-14', hour: 23 }],
])('in %s a day begins at its own midnight', (timeZone, now, time) => {
  expect(createLocalClock(timeZone, () => now)()).toEqual(time);
});

test('the day changes with the clock', () => {
  let now = Date.UTC(2026, 10, 15, 23, 59, 59);
  const clock = createLocalClock('UTC', () => now);
  expect(clock().day).toBe('2026-11-15');
  now += 1000;
  expect(clock()).toEqual({ day: '2026-11-16', hour: 0 });
});
