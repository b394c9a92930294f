import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ClusterLocation } from './cluster-location.ts';
import { serverEnvironment, spawnAs } from './run-as.ts';
import { programName, type Runtime } from './runtime-files.ts';

/** Runs one of the server's programs as the server's user. Rejects with its output on failure. */
export function runProgram(
  program: 'initdb' | 'postgres',
  args: string[],
  options: { location: ClusterLocation; runtime: Runtime; input?: string },
): Promise<void> {
  const { location, runtime, input } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(join(runtime.bin, programName(program)), args, {
      ...spawnAs(location.runAs),
      env: serverEnvironment(runtime.env),
      cwd: location.home,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    // A program that exits early does not read its input; its exit tells why.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(output.trim() || `${program} ended with ${code}`)),
    );
  });
}
