import { describe, expect, it } from 'vitest';
import { makeFolder } from '../harness/database/folders.ts';
import { runKillRounds, type Victim } from './kill-rounds.ts';

const rounds = 6;

describe('acknowledged rows after kill -9 at random moments', () => {
  it.each<Victim>([
    'program',
    'postgres',
    'both',
  ])('exist when the victim is %s, and no process keeps running', async (victim) => {
    const { folder, remove } = await makeFolder();
    const report = await runKillRounds(folder, victim, rounds);
    expect(report).toMatchObject({ rounds, lost: [], fallen: 0, orphans: 0 });
    expect(report.acknowledged).toBeGreaterThan(rounds);
    await remove();
  });
});
