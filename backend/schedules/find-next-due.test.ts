import { describe, expect, it } from 'vitest';
import { countDue, findNextDue } from './find-next-due.ts';
import { parseSchedule } from './parse-schedule.ts';

function listDue(text: string, after: string, count: number): string[] {
  const due: string[] = [];
  let at: number | undefined = Date.parse(after);
  for (let index = 0; index < count; index += 1) {
    at = findNextDue(parseSchedule(text), at ?? 0);
    if (at === undefined) break;
    due.push(new Date(at).toISOString().replace(/:00\.000Z$/, ''));
  }
  return due;
}

describe('the next time', () => {
  // 17 November 2026 is a Tuesday.
  it.each([
    ['* * * * *', '2026-11-17T10:00:00Z', ['2026-11-17T10:01', '2026-11-17T10:02']],
    ['* * * * *', '2026-11-17T10:00:59.999Z', ['2026-11-17T10:01']],
    ['0 3 * * *', '2026-11-17T03:00:00Z', ['2026-11-18T03:00']],
    ['0 3 * * *', '2026-11-17T02:59:59Z', ['2026-11-17T03:00']],
    ['*/20 22-23 * * *', '2026-11-17T23:39:00Z', ['2026-11-17T23:40', '2026-11-18T22:00']],
    ['0 0 $ * *', '2026-11-17T00:00:00Z', ['2026-11-30T00:00', '2026-12-31T00:00', '2027-01-31T00:00']],
    ['0 0 $ 2 *', '2027-11-17T00:00:00Z', ['2028-02-29T00:00', '2029-02-28T00:00']],
    // Either day is enough when both are chosen.
    ['0 0 13 * fri', '2026-11-01T00:00:00Z', ['2026-11-06T00:00', '2026-11-13T00:00', '2026-11-20T00:00']],
    ['0 0 18 * mon', '2026-11-17T00:00:00Z', ['2026-11-18T00:00', '2026-11-23T00:00']],
    ['0 0 $ * mon', '2026-11-24T00:00:00Z', ['2026-11-30T00:00', '2026-12-07T00:00']],
    // An asterisk with a step is still an asterisk: odd days that are Mondays.
    ['0 0 */2 * mon', '2026-11-17T00:00:00Z', ['2026-11-23T00:00', '2026-12-07T00:00']],
    ['0 0 * * 7', '2026-11-17T00:00:00Z', ['2026-11-22T00:00', '2026-11-29T00:00']],
    ['@weekly', '2026-11-17T00:00:00Z', ['2026-11-22T00:00']],
    ['@hourly', '2026-12-31T23:30:00Z', ['2027-01-01T00:00']],
    ['@monthly', '2026-11-17T00:00:00Z', ['2026-12-01T00:00']],
    ['@yearly', '2026-11-17T00:00:00Z', ['2027-01-01T00:00', '2028-01-01T00:00']],
    ['0 0 29 feb *', '2026-11-17T00:00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['0 0 29 2 */7', '2026-11-17T00:00:00Z', ['2032-02-29T00:00', '2060-02-29T00:00']],
    ['0 0 30 2 *', '2026-11-17T00:00:00Z', []],
    ['@reboot', '2026-11-17T00:00:00Z', []],
    ['20 seconds', '2026-11-17T00:00:19Z', ['2026-11-17T00:00:20.000Z', '2026-11-17T00:00:40.000Z']],
  ])('of %j after %s', (text, after, expected) => {
    expect(listDue(text, after, Math.max(1, expected.length))).toEqual(expected);
  });

  it('counts what was due in between', () => {
    const count = (text: string) =>
      countDue(parseSchedule(text), Date.parse('2026-11-17T00:00:00Z'), Date.parse('2026-11-19T00:00:00Z'));
    expect([count('@daily'), count('30 * * * *'), count('10 seconds'), count('0 0 30 2 *')]).toEqual([
      2, 48, 17_280, 0,
    ]);
  });
});
