import { expect, test } from 'vitest';
import { isDue, parseRhythm } from './rhythm.ts';

const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text).getTime());

// Without a zone: the clock of this machine.
test.each([
  ['there is none yet', '24h', undefined, undefined, true],
  ['the last is 23 hours old', '24h', '2026-11-18T13:00', undefined, false],
  ['the last is a day old', '24h', '2026-11-18T12:00', undefined, true],
  ['one was missed while nothing ran', '7d', '2026-10-01T12:00', undefined, true],
  ['it was made after the time of day', '03:30', '2026-11-19T03:31', undefined, false],
  ['it is of the day before', '03:30', '2026-11-19T03:29', undefined, true],
  ['its time of today has not come', '20:00', '2026-11-18T20:01', undefined, false],
  ['it failed a moment ago', '24h', undefined, '2026-11-19T11:30', false],
  ['it failed an hour ago', '24h', undefined, '2026-11-19T11:00', true],
  ['it failed after an older success', '24h', '2026-11-17T12:00', '2026-11-19T11:30', false],
  ['the last one was a success', '24h', '2026-11-18T12:00', '2026-11-18T11:59', true],
  ['the clock was in the future at the last one', '24h', '2031-01-01T12:00', '2031-01-01T12:00', true],
  ['the clock was in the future when it failed', '24h', '2026-11-17T12:00', '2031-01-01T12:00', true],
  ['the clock of another machine is a little ahead', '24h', '2026-11-19T12:01', undefined, false],
])('when %s', (_, every, succeeded, tried, expected) => {
  const times = { succeeded: time(succeeded), tried: time(tried) };
  expect(isDue(parseRhythm(every), times, time('2026-11-19T12:00') ?? 0)).toBe(expected);
});

test.each(['', 'daily', '24', '0h', '4m', '25:00', '3:5', '1.5h'])('"%s" is refused with examples', (text) =>
  expect(() => parseRhythm(text)).toThrow('24h, 7d'));
