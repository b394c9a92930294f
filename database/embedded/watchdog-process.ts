/** The watchdog where there is no shell (Windows, bare containers): waits for its parent to end, then stops the server. */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

const [pgCtl, data, uid, gid] = process.argv.slice(2);
// The server's user may be unable to reach this program, so it is run by the caller and only pg_ctl by that user.
const user = uid && gid ? { uid: Number(uid), gid: Number(gid) } : {};
let lines = 0;
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  lines += 1;
});
// One line is the number of the server; a second one says that the watchdog is not needed any more.
input.on('close', () => {
  if (lines !== 1 || !pgCtl || !data) return;
  const stop = (mode: string) =>
    spawnSync(pgCtl, ['stop', '-D', data, '-m', mode, '-t', '6'], { ...user, stdio: 'ignore' });
  if (stop('fast').status !== 0) stop('immediate');
});
