import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count-results.ts';

const passedFile = { status: 'passed', assertionResults: [{}, {}] };
const vitest = (numPassedTests: number, numTotalTests: number, files = [passedFile]) => ({
  numPassedTests,
  numTotalTests,
  testResults: files,
});
const playwright = (stats: { expected?: number; unexpected?: number; flaky?: number; skipped?: number }) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
});

test.each([
  ['all passed', vitest(2, 2), 0, { passed: 2, failed: 0 }],
  ['one failed or was skipped', vitest(1, 2), 1, { passed: 1, failed: 1 }],
  [
    'a file that could not be loaded',
    vitest(2, 2, [passedFile, { status: 'failed', assertionResults: [] }]),
    1,
    { passed: 2, failed: 1 },
  ],
  ['an error outside of any test', vitest(2, 2), 1, { passed: 2, failed: 1 }],
  ['no test at all', vitest(0, 0, []), 0, { passed: 0, failed: 1 }],
])('vitest: %s', (_, report, exitCode, counts) => {
  expect(countVitest(report, exitCode)).toEqual(counts);
});

test.each([
  ['all passed', playwright({ expected: 3 }), 0, { passed: 3, failed: 0 }],
  ['one failed', playwright({ expected: 2, unexpected: 1 }), 1, { passed: 2, failed: 1 }],
  ['a flaky test has failed', playwright({ expected: 2, flaky: 1 }), 0, { passed: 2, failed: 1 }],
  ['a skipped test has failed', playwright({ expected: 2, skipped: 1 }), 0, { passed: 2, failed: 1 }],
  ['the set-up failed before any test', playwright({}), 1, { passed: 0, failed: 1 }],
])('playwright: %s', (_, report, exitCode, counts) => {
  expect(countPlaywright(report, exitCode)).toEqual(counts);
});

test('a report in another shape is an error, not zero failures', () => {
  expect(() => countVitest({}, 0)).toThrow();
  expect(() => countPlaywright({ stats: {} }, 0)).toThrow();
});
