import { describe, expect, test } from 'vitest';
import { summariseRun } from '../analysis/summarise-run.ts';
import { toLocalDay } from '../day.ts';
import { planImport } from '../import/plan-import.ts';
import { createSampleRun, createSampleRuns } from './sample-runs.ts';

const runs = createSampleRuns({ until: '2024-10-01', weeks: 6 });
const summaries = runs.map((run) => summariseRun(run));

describe('sample runs', () => {
  test('are marked as such and lie in the given weeks', () => {
    expect(runs.length).toBeGreaterThan(10);
    expect(runs.every(({ source }) => source === 'sample')).toBe(true);
    expect(summaries.every(({ day }) => day >= '2024-08-20' && day <= '2024-10-01')).toBe(true);
  });

  test('are the same for the same seed and others for another', () => {
    expect(createSampleRuns({ until: '2024-10-01', weeks: 6 })).toEqual(runs);
    expect(createSampleRuns({ until: '2024-10-01', weeks: 6, seed: 2 })).not.toEqual(runs);
  });

  test('are the same for a day whenever they are made, so that a shared address stays valid', () => {
    const later = createSampleRuns({ until: '2024-10-04', weeks: 6 });
    const common = runs.filter(({ start }) => start >= (later[0]?.start ?? 0));
    expect(common.length).toBeGreaterThan(10);
    expect(later.slice(0, common.length)).toEqual(common);
    expect(createSampleRun('2024-09-24')).toEqual(
      runs.find(({ start }) => toLocalDay(start, 0) === '2024-09-24'),
    );
  });

  test('have a day each, which is their id', () => {
    expect(new Set(summaries.map(({ day }) => day)).size).toBe(summaries.length);
  });

  test('look like runs of a human: pace, heart, hills, efforts, a wait', () => {
    for (const summary of summaries) {
      expect(summary.metres).toBeGreaterThan(4500);
      expect(summary.metres / summary.moving).toBeGreaterThan(2.3);
      expect(summary.metres / summary.moving).toBeLessThan(4.2);
      expect(summary.averageHeartRate).toBeGreaterThan(110);
      expect(summary.highestHeartRate).toBeLessThan(195);
      expect(summary.gain).toBeGreaterThan(10);
      expect(summary.efforts.elapsed.length).toBeGreaterThan(4);
      expect(summary.elapsed).toBeGreaterThan(summary.moving);
    }
  });

  test('are easy where they are called so, beside the hardest of them', () => {
    const highest = Math.max(...summaries.map(({ highestHeartRate = 0 }) => highestHeartRate));
    const easy = summaries.filter(({ name }) => name === 'Easy run');
    expect(easy.length).toBeGreaterThan(2);
    for (const { averageHeartRate = highest } of easy) expect(averageHeartRate / highest).toBeLessThan(0.8);
  });

  test('are no duplicates of each other', () => {
    expect(planImport(summaries, []).every(({ kind }) => kind === 'new')).toBe(true);
  });
});
