import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { spawnAs } from '../../../database/embedded/run-as.ts';
import { toCacheArguments, toEnvironment, type WorkerPlan } from './worker-command.ts';

const run = promisify(execFile);
const timeLimitMs = 180_000;

/** Whether a function did not start because a module was never downloaded. */
export function lacksModules(bootError: string): boolean {
  return bootError.includes('--cached-only is specified');
}

/** Downloads the modules that a function imports, and all that those import. Fails with what Deno says. */
export async function fetchModules(plan: WorkerPlan, downloads: Record<string, string>): Promise<void> {
  try {
    await run(plan.home.deno, toCacheArguments(plan), {
      ...spawnAs(plan.home.runAs),
      env: { ...downloads, ...toEnvironment(plan) },
      cwd: plan.home.folder,
      timeout: timeLimitMs,
      maxBuffer: 16 * 1_048_576,
    });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const lines = (stderr ?? '')
      .split('\n')
      .filter((line) => line !== '' && !/^(Download|Warning) /.test(line));
    throw new Error(plan.toOwnWords(lines.join('\n') || message));
  }
}
