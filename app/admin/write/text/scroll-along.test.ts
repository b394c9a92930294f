import { describe, expect, test } from 'vitest';
import { findHeadingLines, mapScroll } from './scroll-along.ts';

test('headings are found, those in code are not', () =>
  expect(findHeadingLines('# A\n\n```md\n# no\n~~~\n# no\n```\n\n## B\n#no')).toEqual([1, 9]));

describe('a place is mapped', () => {
  test.each([
    [0, 0],
    [50, 100],
    [100, 200],
    [150, 250],
    [200, 300],
    [900, 300],
  ])('%d → %d', (top, mapped) => expect(mapScroll(top, [100, 200], [200, 300])).toBe(mapped));
  test('by the last points where one has more', () =>
    expect(mapScroll(200, [10, 100, 200], [300])).toBe(300));
  test('to the top where there are no points', () => expect(mapScroll(200, [], [300])).toBe(0));
});
