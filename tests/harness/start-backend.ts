/** Starts `npm run backend` for a test: the backend as a process of its own, on a port and a data folder of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { followChild } from './follow-child.ts';
import { compileCache, makeDataFolder } from './prepared-data.ts';
import { repository } from './read-tree.ts';

const startLimit = 120_000;

export interface RunningBackend {
  process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export async function startBackend(
  port: number,
  settings: Record<string, string>,
  { args = [], cwd = repository }: { args?: string[]; cwd?: string } = {},
): Promise<RunningBackend> {
  const { folder, remove } = await makeDataFolder();
  const child = spawn(process.execPath, [join(repository, 'backend/serve-alone.ts'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      ...compileCache,
      PORT: String(port),
      API_URL: `http://127.0.0.1:${port}`,
      ...settings,
    },
  });
  const { printed, ended } = followChild(child);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await remove();
  };
  const deadline = Date.now() + startLimit;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/auth/v1/health`).catch(() => undefined);
    if (answer?.ok && child.exitCode === null) return { process: child, output: printed, stop };
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The backend did not start. It printed:\n${printed()}`);
    }
    await wait(50);
  }
}
