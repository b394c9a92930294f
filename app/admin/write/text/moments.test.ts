import { expect, test } from 'vitest';
import { toLocalInput, toMoment } from './moments.ts';

test.each(['2026-11-15 08:00', '2026-06-30 23:59'])('%s goes into the field and back', (moment) =>
  expect(toMoment(toLocalInput(moment))).toBe(moment));
test('a zone is kept in mind', () =>
  expect(toMoment(toLocalInput('2026-11-15T08:00+01:00'))).toBe('2026-11-15 07:00'));
test('a day is its beginning', () => expect(toMoment(toLocalInput('2026-11-15'))).toBe('2026-11-15 00:00'));
test('no moment is none', () => {
  expect(toLocalInput('soon')).toBe('');
  expect(toMoment('')).toBeUndefined();
});
