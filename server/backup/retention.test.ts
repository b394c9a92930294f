import { expect, test } from 'vitest';
import { chooseExpired, parseKeep } from './retention.ts';

const at = (text: string) => `${text.replaceAll(':', '-')}.000Z`;
// A Thursday.
const names = [
  '2026-11-19T03:00:00',
  '2026-11-18T15:00:00',
  '2026-11-18T03:00:00',
  '2026-11-16T03:00:00',
  '2026-11-15T03:00:00',
  '2026-11-08T03:00:00',
  '2026-10-31T03:00:00',
  '2026-10-01T03:00:00',
  '2025-12-31T03:00:00',
].map(at);
const kept = (text: string, of = names) => {
  const gone = chooseExpired(of, parseKeep(text));
  return of.filter((name) => !gone.includes(name)).map((name) => name.slice(0, 13));
};

test.each([
  ['2 last', ['2026-11-19T03', '2026-11-18T15']],
  ['3 daily', ['2026-11-19T03', '2026-11-18T15', '2026-11-16T03']],
  ['3 weekly', ['2026-11-19T03', '2026-11-15T03', '2026-11-08T03']],
  ['2 monthly', ['2026-11-19T03', '2026-10-31T03']],
  ['5 yearly', ['2026-11-19T03', '2025-12-31T03']],
  ['1 daily, 2 weekly,3 monthly', ['2026-11-19T03', '2026-11-15T03', '2026-10-31T03', '2025-12-31T03']],
])('%s', (text, expected) => expect(kept(text)).toEqual(expected));

test('the newest is kept, and so is what a person has named', () => {
  expect(chooseExpired(names, [])).toEqual(names.slice(1));
  expect(kept('1 last', [at('2020-01-01T00:00:00')])).toEqual(['2020-01-01T00']);
  expect(chooseExpired(['before-the-move', ...names], parseKeep('1 last'))).toEqual(names.slice(1));
});

test.each([
  '',
  'all',
  '7',
  'daily',
  '0 daily',
  '7 hourly',
  '7 daily 4 weekly',
  '-1 daily',
])('"%s" is refused with an example', (text) =>
  expect(() => parseKeep(text)).toThrow('7 daily, 4 weekly, 6 monthly'));
