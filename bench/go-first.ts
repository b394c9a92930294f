import { execFileSync } from 'node:child_process';
import { setPriority } from 'node:os';

/**
 * For a client that shares its core with Postgres. A reader's machine is not the server's: that Postgres has work to do must neither hold
 * up the one who holds the clock, nor make even traffic come in blows. By priority alone it waits until Postgres has used up its slice
 * of some milliseconds; in real time it does not.
 */
export function goFirst(): void {
  try {
    execFileSync('chrt', ['--all-tasks', '--fifo', '--pid', '1', String(process.pid)], { stdio: 'ignore' });
  } catch {
    preferred();
  }
}

function preferred(): void {
  try {
    setPriority(-10);
  } catch {
    // Not everybody may do that. What it costs is told beside the figures.
  }
}
