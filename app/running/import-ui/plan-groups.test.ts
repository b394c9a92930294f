import { expect, test } from 'vitest';
import type { ImportPlan, PlannedFile } from '../import/start-import.ts';
import { toSentence } from './import-outcome.tsx';
import { defaultChoice, fileNameOf, keepChosen, toGroups } from './plan-groups.ts';

function file(kind: PlannedFile['kind'], path: string, start = 0): PlannedFile {
  const run = { name: '', day: '2026-03-01', start, metres: 1, elapsed: 1, moving: 1, hasRoute: true };
  const planned = { index: start, path, bytes: 1, original: path, replaces: undefined, start: undefined };
  const hasRun = kind !== 'broken' && kind !== 'ignored';
  const canBeStored = !['broken', 'duplicate', 'repeated'].includes(kind);
  return {
    kind,
    path,
    reason: '',
    run: hasRun ? run : undefined,
    planned: canBeStored ? planned : undefined,
    isUndated: false,
  };
}

const items = [
  file('ignored', 'ride.gpx'),
  file('new', 'old.gpx', 1),
  file('repeated', 'twice.gpx'),
  file('richer', 'watch.fit', 2),
  file('new', 'young.gpx', 3),
  file('duplicate', 'known.gpx'),
  file('broken', 'half.fit'),
  file('doubtful', 'gym.fit', 4),
];
const [, old, , watch, young] = items;

test('groups that need a decision come first, newest first; empty groups are left out', () => {
  expect(toGroups(items).map(({ kind, items: each }) => [kind, each.map(({ path }) => path)])).toEqual([
    ['new', ['young.gpx', 'old.gpx']],
    ['richer', ['watch.fit']],
    ['doubtful', ['gym.fit']],
    ['broken', ['half.fit']],
    ['duplicate', ['twice.gpx', 'known.gpx']],
    ['ignored', ['ride.gpx']],
  ]);
  expect(toGroups([file('new', 'a')])).toHaveLength(1);
});

const plan: ImportPlan = {
  items,
  runs: [old, watch, young].flatMap((item) => item?.planned ?? []),
  missingFiles: [],
  worker: {} as ImportPlan['worker'],
  close() {},
};
const pathsOf = ({ runs }: ImportPlan) => runs.map(({ path }) => path);

test('new and more detailed runs are imported unless the user deselects them', () => {
  expect([...defaultChoice(plan)]).toEqual([old, watch, young]);
  expect(keepChosen(plan, defaultChoice(plan)).runs).toEqual(plan.runs);
  const fewer = new Set(items.filter(({ path }) => path === 'young.gpx'));
  expect(pathsOf(keepChosen(plan, fewer))).toEqual(['young.gpx']);
});

test('what might be a run, and what is none, is imported when the user chooses it', () => {
  expect(pathsOf(keepChosen(plan, new Set(items)))).toEqual([
    'ride.gpx',
    'old.gpx',
    'watch.fit',
    'young.gpx',
    'gym.fit',
  ]);
});

test('a run without a date is imported with the one that the user gives', () => {
  const item = { ...file('doubtful', 'old-watch.fit'), isUndated: true };
  const undated = { ...plan, items: [item] };
  expect(keepChosen(undated, new Set([item])).runs).toEqual([]);
  expect(keepChosen(undated, new Set([item]), new Map([[item, 1234]])).runs).toMatchObject([{ start: 1234 }]);
});

test('a file in an archive is shown by its own name', () => {
  expect(fileNameOf('export.zip/activities/7.fit.gz')).toBe('7.fit.gz');
});

test.each([
  [0, 0, 'No runs were added.'],
  [1, 0, '1 run added. Only you can see it.'],
  [12, 0, '12 runs added. Only you can see them.'],
  [0, 1, '1 run replaced by more detailed files.'],
  [3, 2, '3 runs added, 2 runs replaced by more detailed files.'],
])('%i added and %i replaced read “%s”', (added, replaced, words) => {
  expect(toSentence(added, replaced)).toBe(words);
});
