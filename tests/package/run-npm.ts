import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

/** npm in a folder, as its user runs it: without the variables that the npm of the test run has set. Returns what it printed. */
export async function runNpm(folder: string, ...args: string[]): Promise<string> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|INIT_CWD$|NODE_ENV$)/.test(name),
  );
  const registry = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(?:registry|cache)$/i.test(name),
  );
  const { stdout, stderr } = await promisify(execFile)('npm', [...quiet, ...args], {
    cwd: folder,
    env: Object.fromEntries([...inherited, ...registry]),
    maxBuffer: 64 << 20,
  });
  return stdout + stderr;
}
