/** The guard where there is no shell (Windows, bare containers): waits for its parent to end, then stops the server. */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

const [pgCtl, data] = process.argv.slice(2);
let lines = 0;
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  lines += 1;
});
// One line is the number of the server; a second one says that the guard is not needed any more.
input.on('close', () => {
  if (lines !== 1 || !pgCtl || !data) return;
  const stop = (mode: string) =>
    spawnSync(pgCtl, ['stop', '-D', data, '-m', mode, '-t', '6'], { stdio: 'ignore' });
  if (stop('fast').status !== 0) stop('immediate');
});
