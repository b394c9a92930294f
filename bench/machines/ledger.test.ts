import { expect, test } from 'vitest';
import { type Answer, describeFailures, findLongestGap } from './ledger.ts';

const answer = (at: number, status = 201, kind = 'insert'): Answer => ({ kind, sentAt: at - 1, at, status });

test('the longest gap counts from the fault, and to the end of its time', () => {
  const answers = [answer(100), answer(5000, 503), answer(7000), answer(7100), answer(9000, 200, 'other')];
  expect(findLongestGap(answers, 'insert', 1000, 8000)).toEqual({ ms: 6000, count: 2 });
  expect(findLongestGap(answers, 'insert', 1000, 20_000).ms).toBe(12_900);
  expect(findLongestGap([], 'insert', 0, 500)).toEqual({ ms: 500, count: 0 });
});

test('failures are counted by status', () => {
  const answers = [answer(1, 503), answer(2, 0), answer(3), answer(4, 503), answer(50, 500)];
  expect(describeFailures(answers, 0, 10)).toBe('503: 2, lost: 1');
  expect(describeFailures(answers, 3, 3)).toBe('none');
});
