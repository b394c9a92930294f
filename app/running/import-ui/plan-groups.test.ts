import { expect, test } from 'vitest';
import type { ImportPlan, PlannedFile } from '../import/start-import.ts';
import { toSentence } from './import-outcome.tsx';
import { defaultChoice, fileNameOf, keepChosen, toGroups } from './plan-groups.ts';

function file(kind: PlannedFile['kind'], path: string, start = 0): PlannedFile {
  const run = { name: '', day: '2026-03-01', start, metres: 1, elapsed: 1, moving: 1, hasRoute: true };
  return { kind, path, reason: '', run: kind === 'broken' || kind === 'ignored' ? undefined : run };
}

const items = [
  file('ignored', 'ride.gpx'),
  file('new', 'old.gpx', 1),
  file('repeated', 'twice.gpx'),
  file('richer', 'watch.fit', 2),
  file('new', 'young.gpx', 3),
  file('duplicate', 'known.gpx'),
  file('broken', 'half.fit'),
];
const [, old, , watch, young] = items;

test('groups that need a decision come first, newest first; empty groups are left out', () => {
  expect(toGroups(items).map(({ kind, items: each }) => [kind, each.map(({ path }) => path)])).toEqual([
    ['new', ['young.gpx', 'old.gpx']],
    ['richer', ['watch.fit']],
    ['broken', ['half.fit']],
    ['duplicate', ['twice.gpx', 'known.gpx']],
    ['ignored', ['ride.gpx']],
  ]);
  expect(toGroups([file('new', 'a')])).toHaveLength(1);
});

test('new and more detailed runs are imported unless the user deselects them', () => {
  const pick = (path: string, index: number) => ({
    index,
    path,
    bytes: 1,
    original: path,
    replaces: undefined,
  });
  const runs = [pick('old.gpx', 0), pick('watch.fit', 2), pick('young.gpx', 3)];
  const worker = {} as ImportPlan['worker'];
  const plan: ImportPlan = { items, runs, missingFiles: [], worker, close() {} };
  expect([...defaultChoice(items)]).toEqual([old, watch, young]);
  expect(keepChosen(plan, defaultChoice(items)).runs).toEqual(runs);
  const fewer = new Set(items.filter(({ path }) => path === 'young.gpx'));
  expect(keepChosen(plan, fewer).runs.map(({ path }) => path)).toEqual(['young.gpx']);
});

test('a file in an archive is shown by its own name', () => {
  expect(fileNameOf('export.zip/activities/7.fit.gz')).toBe('7.fit.gz');
});

test.each([
  [0, 0, 'No run was added.'],
  [1, 0, '1 run added. Only you can see it.'],
  [12, 0, '12 runs added. Only you can see them.'],
  [0, 1, '1 run replaced by richer files.'],
  [3, 2, '3 runs added, 2 runs replaced by richer files.'],
])('%i added and %i replaced read “%s”', (added, replaced, words) => {
  expect(toSentence(added, replaced)).toBe(words);
});
