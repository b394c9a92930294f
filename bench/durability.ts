/** Kills the program, Postgres, and both, at random moments, and counts acknowledged rows that are missing afterward. */
import { rm } from 'node:fs/promises';
import { runKillRounds, type Victim } from '../tests/durability/kill-rounds.ts';
import { makeFolder } from '../tests/harness/database/folders.ts';

const rounds = Number(process.argv[2] ?? 60);
const victims: Victim[] = ['program', 'postgres', 'both'];

for (const victim of victims) {
  const { folder } = await makeFolder();
  const began = performance.now();
  const report = await runKillRounds(folder, victim, rounds);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${victim.padEnd(8)} ${report.rounds} kills, ${report.acknowledged} acknowledged rows checked, ` +
      `${report.lost.length} lost, ${report.fallen} fallen, ${report.orphans} orphans, ${seconds} s`,
  );
  if (report.lost.length + report.fallen + report.orphans > 0) process.exitCode = 1;
  await rm(folder, { recursive: true, force: true });
}
