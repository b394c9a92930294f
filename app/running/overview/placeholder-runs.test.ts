import { describe, expect, test } from 'vitest';
import { effortDistances } from '../../../running/analysis/best-efforts.ts';
import { summariseRun } from '../../../running/analysis/summarise-run.ts';
import { sumGear } from '../../../running/history/gear.ts';
import { findFastest, findRecords } from '../../../running/history/records.ts';
import { createSampleRuns } from '../../../running/samples/sample-runs.ts';
import type { RunEntry } from '../run-source.ts';
import { placeholderRunsFor } from './placeholder-runs.ts';

const entries = createSampleRuns({ until: '2024-10-01', weeks: 8 }).map(
  (run): RunEntry => ({ ...summariseRun(run), id: String(run.start), isPublic: false }),
);

/** The number of rows of records, best efforts and gear. */
function linesOf(runs: readonly RunEntry[]) {
  const distances = effortDistances.filter(({ metres }) => findFastest(runs, metres).length > 0);
  const records = Object.values(findRecords(runs)).filter((record) => record !== undefined);
  return { records: records.length, efforts: distances.length, gear: sumGear(runs).length };
}

describe('the placeholder runs', () => {
  test('are few, and give as many rows as all runs', () => {
    const few = placeholderRunsFor(entries);
    expect(few.length).toBeLessThan(6);
    expect(linesOf(few)).toEqual(linesOf(entries));
    expect(linesOf(entries)).toEqual({ records: 6, efforts: 9, gear: 2 });
  });

  test('do not depend on the longest run: it may have been entered by hand', () => {
    const [newest] = entries;
    if (!newest) throw new Error('There is no run.');
    const typed: RunEntry = {
      ...newest,
      id: 'typed',
      metres: 90_000,
      hasRoute: false,
      efforts: { elapsed: [], moving: [] },
    };
    expect(linesOf(placeholderRunsFor([typed, ...entries])).efforts).toBe(linesOf(entries).efforts);
    expect(placeholderRunsFor([])).toEqual([]);
  });
});
