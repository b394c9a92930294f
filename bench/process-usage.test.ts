import { expect, test } from 'vitest';
import { readUsage, runCounted } from './process-usage.ts';
import { median, percentile } from './statistics.ts';

/** On other systems the function must only throw with the reason. */
function onLinux(name: string, run: () => Promise<void>): void {
  test(name, async () => {
    if (process.platform === 'linux') await run();
    else await expect(readUsage(process.pid)).rejects.toThrow('run this measurement on Linux');
  });
}

const burn = 'while (process.cpuUsage().user < 300_000);';
const burnInChild = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`;

onLinux('the CPU time of a command includes that of its children', async () => {
  const alone = await runCounted([process.execPath, '-e', burn], '/');
  expect(alone.cpuSeconds).toBeGreaterThanOrEqual(0.29);
  const below = await runCounted([process.execPath, '-e', burnInChild], '/');
  expect(below.cpuSeconds).toBeGreaterThanOrEqual(0.29);
});

onLinux('CPU time and memory of a running process are read', async () => {
  const usage = await readUsage(process.pid);
  expect(usage.cpuSeconds).toBeGreaterThan(0);
  expect(usage.residentBytes).toBeGreaterThan(10_000_000);
});

onLinux('a command that fails throws with its output', async () => {
  const command = [process.execPath, '-e', 'console.error("no such page"); process.exit(3)'];
  await expect(runCounted(command, '/')).rejects.toThrow(/ended with code 3:[\s\S]*no such page/);
});

test('median and percentiles are taken from the sorted values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(
    percentile(
      Array.from({ length: 60 }, (_, place) => 60 - place),
      95,
    ),
  ).toBe(57);
  expect(percentile([7], 95)).toBe(7);
});
