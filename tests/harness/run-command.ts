import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { followChild } from './follow-child.ts';
import { compileCache } from './prepared-data.ts';
import { repository } from './read-tree.ts';

/** Runs a command of this repository to its end, as `npm run` does, without the settings of the user who runs the tests. */
export async function runCommandFile(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: unknown; printed: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(repository, file), ...args], {
    cwd: repository,
    env: { PATH, HOME, TMPDIR, ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { printed, ended } = followChild(child);
  const [code] = await ended;
  return { code, printed: printed() };
}
