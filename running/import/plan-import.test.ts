import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect } from '../../tests/harness/running/collect.ts';
import { recordMoments, startTime } from '../../tests/harness/running/recording.ts';
import { blobOf, writeFit, writeGpx, writeTcx } from '../../tests/harness/running/write-files.ts';
import { writeZip } from '../../tests/harness/running/write-zip.ts';
import { summariseRun } from '../analysis/summarise-run.ts';
import { importFiles, type NamedFile } from './import-files.ts';
import { type ImportStep, isSameRun, planImport, type RunTraits, type StoredRun } from './plan-import.ts';

const hour = 3_600_000;
const run = (changes: Partial<RunTraits> = {}): RunTraits => ({
  start: startTime,
  elapsed: 3600,
  metres: 10_000,
  richness: 50,
  ...changes,
});

describe('two recordings are of the same run', () => {
  test.each<[string, Partial<RunTraits>, boolean]>([
    ['when they are alike', {}, true],
    [
      'when one was started late and measured a little less',
      { start: startTime + 300_000, elapsed: 3300, metres: 9600 },
      true,
    ],
    ['when one has no distance', { metres: 0 }, true],
    ['but not when one is much longer', { metres: 14_000 }, false],
    ['but not when they were on other days', { start: startTime + 24 * hour }, false],
    ['but not when they only touch', { start: startTime + hour }, false],
  ])('%s', (_, changes, expected) => {
    expect(isSameRun(run(), run(changes))).toBe(expected);
    expect(isSameRun(run(changes), run())).toBe(expected);
  });
});

describe('an import', () => {
  test('adds new runs, keeps stored ones, and replaces a stored run by a richer file', () => {
    const stored = [
      { id: 'a', ...run() },
      { id: 'b', ...run({ start: startTime + 24 * hour }) },
    ];
    const found = [
      run(),
      run({ start: startTime + 24 * hour, richness: 70 }),
      run({ start: startTime + 48 * hour }),
      run({ start: startTime + 48 * hour, richness: 80 }),
    ];
    expect(planImport(found, stored)).toEqual<ImportStep[]>([
      { kind: 'duplicate', of: { id: 'a' } },
      { kind: 'richer', than: { id: 'b' } },
      { kind: 'repeated', of: { index: 3 } },
      { kind: 'new' },
    ]);
  });
});

/** The stored runs after a plan was carried out. */
function carryOut(found: readonly RunTraits[], stored: readonly StoredRun[], round: string): StoredRun[] {
  const kept = new Map(stored.map((each) => [each.id, each]));
  for (const [index, step] of planImport(found, stored).entries()) {
    const each = found[index];
    if (!each) continue;
    if (step.kind === 'new') kept.set(`${round}${index}`, { id: `${round}${index}`, ...each });
    if (step.kind === 'richer') kept.set(step.than.id, { id: step.than.id, ...each });
  }
  return [...kept.values()];
}

const anyRun = fc.record({
  start: fc.integer({ min: 0, max: 6 }).map((steps) => startTime + steps * 900_000),
  elapsed: fc.constantFrom(0, 900, 1800, 3600),
  metres: fc.constantFrom(0, 5000, 5600, 6300, 10_000),
  richness: fc.integer({ min: 0, max: 5 }),
});

test('the same files imported twice add and replace nothing, however alike they are', () => {
  fc.assert(
    fc.property(fc.array(anyRun, { maxLength: 12 }), fc.array(anyRun, { maxLength: 6 }), (found, before) => {
      const stored = carryOut(before, [], 'before-');
      const once = carryOut(found, stored, 'once-');
      expect(planImport(found, once).every(({ kind }) => kind === 'duplicate')).toBe(true);
      expect(carryOut(found, once, 'twice-')).toEqual(once);
    }),
    { numRuns: 300 },
  );
});

describe('an archive', () => {
  const moments = (day: number) => recordMoments(400, 3, startTime + day * 24 * hour);
  const archive = writeZip([
    { name: 'activities/1.gpx', content: writeGpx(moments(0)) },
    { name: 'activities/1.fit', content: writeFit(moments(0)) },
    { name: 'activities/2.tcx', content: writeTcx(moments(1)) },
    { name: 'activities/3.gpx', content: writeGpx(moments(2)) },
  ]);
  const find = async (files: NamedFile[]) =>
    (await collect(importFiles(files))).flatMap((outcome) =>
      outcome.kind === 'run' ? [toTraits(summariseRun(outcome.run))] : [],
    );
  const toTraits = ({ start, elapsed, metres, richness }: RunTraits) => ({
    start,
    elapsed,
    metres,
    richness,
  });

  test('imported twice adds nothing the second time, and of two files of one run the richer one stays', async () => {
    const found = await find([{ name: 'export.zip', data: blobOf(archive) }]);
    expect(planImport(found, []).map(({ kind }) => kind)).toEqual(['repeated', 'new', 'new', 'new']);
    const stored = carryOut(found, [], 'once-');
    const again = await find([{ name: 'export (1).zip', data: blobOf(archive) }]);
    expect(planImport(again, stored).map(({ kind }) => kind)).toEqual(Array(4).fill('duplicate'));
  });

  test('after its poorest files replaces them by the richer one', async () => {
    const stored = carryOut(await find([{ name: '1.gpx', data: blobOf(writeGpx(moments(0))) }]), [], 'once-');
    const found = await find([{ name: 'export.zip', data: blobOf(archive) }]);
    expect(planImport(found, stored).map(({ kind }) => kind)).toEqual(['repeated', 'richer', 'new', 'new']);
  });
});
