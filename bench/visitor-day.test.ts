import { expect, test } from 'vitest';
import { type Habits, simulateDay } from './visitor-day.ts';

const habits: Habits = {
  busiestHour: 2,
  pagesPerVisit: 3,
  secondsPerPage: 60,
  signedIn: 0.5,
  withPassword: 0.2,
  restCallsPerPage: 2,
  live: 0.1,
  liveMessagesPerMinute: 1,
};

const total = (counts: Float64Array, from = 0, to = counts.length) =>
  counts.slice(from, to).reduce((sum, count) => sum + count, 0);

test('a day has the pages, sign-ins and calls of its visitors, most of them at the peak', () => {
  const visitors = 20_000;
  const day = simulateDay(visitors, habits);
  expect(total(day.pages) / visitors).toBeCloseTo(3, 1);
  expect(total(day.signIns) / visitors).toBeCloseTo(0.1, 1);
  expect(total(day.restCalls) / visitors).toBeCloseTo(3, 0);
  // The mean number of open sockets is arrivals times share times length of a visit.
  expect(total(day.sockets) / 86_400).toBeCloseTo((visitors / 86_400) * 0.1 * 180, 0);
  const quarter = 86_400 / 4;
  const busiest = total(day.pages, quarter / 2, (quarter * 3) / 2);
  expect(busiest / (total(day.pages) / 4)).toBeGreaterThan(1.7);
  expect(simulateDay(100, habits)).toEqual(simulateDay(100, habits));
});
