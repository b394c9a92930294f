import { expect, test } from 'vitest';
import type { LogEntry } from '../../database/log.ts';
import type { BackupPlace } from './backup-place.ts';
import { chooseExpired, parseKeep, removeExpired } from './retention.ts';

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

/** A place where these cannot be removed. */
function openStuckPlace(stuck: string[], removed: string[]): BackupPlace {
  const stored = names.map((name) => ({
    name,
    created: name,
    tested: name,
    bytes: 1,
    kind: 'dump' as const,
  }));
  const place: Partial<BackupPlace> = {
    list: async () => stored,
    async remove(name) {
      if (stuck.includes(name)) throw new Error('It is another user’s');
      removed.push(name);
    },
    async removeLeftovers() {
      if (stuck.includes('leftovers')) throw new Error('Uploads are not listed here');
    },
  };
  return place as BackupPlace;
}

test('what cannot be removed is told, and the rest goes', async () => {
  const [stuck = '', ...others] = names.slice(1);
  const removed: string[] = [];
  const told: LogEntry[] = [];
  const place = openStuckPlace([stuck, 'leftovers'], removed);
  const rules = parseKeep('1 last');
  expect(await removeExpired({ place, rules, now: 0, log: (entry) => void told.push(entry) })).toEqual(
    others,
  );
  expect(removed).toEqual(others);
  expect(told).toEqual([
    { level: 'warn', message: `The backup ${stuck} could not be removed: It is another user’s.` },
    {
      level: 'warn',
      message: 'What is left of interrupted backups could not be removed: Uploads are not listed here.',
    },
  ]);
});
