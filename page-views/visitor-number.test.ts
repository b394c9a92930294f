import { expect, test } from 'vitest';
import { createVisitorNumbers } from './visitor-number.ts';

test('a salt is cached for its day and the next', async () => {
  const asked: string[] = [];
  const visitors = createVisitorNumbers({
    async readSalt(day) {
      asked.push(day);
      return `salt of ${day}`;
    },
  });
  const numberOf = (day: string) => visitors.of(day, '203.0.113.9', 'Firefox');
  const first = await numberOf('2026-11-15');
  visitors.forgetBeforeYesterday('2026-11-16');
  expect(await numberOf('2026-11-15')).toBe(first);
  expect(asked).toEqual(['2026-11-15']);

  visitors.forgetBeforeYesterday('2026-11-17');
  await numberOf('2026-11-15');
  expect(asked).toEqual(['2026-11-15', '2026-11-15']);
  await numberOf('2026-11-17');
  await numberOf('2026-11-15');
  expect(asked).toHaveLength(4);
});

test('once a day is prepared, a view does not read its salt again', async () => {
  const asked: string[] = [];
  const visitors = createVisitorNumbers({
    async readSalt(day) {
      asked.push(day);
      return `salt of ${day}`;
    },
  });
  visitors.prepare('2026-11-15');
  expect(asked).toEqual(['2026-11-15']);
  expect(await visitors.of('2026-11-15', '203.0.113.9', 'Firefox')).toMatch(/^-?\d+$/);
  expect(asked).toEqual(['2026-11-15']);
});
