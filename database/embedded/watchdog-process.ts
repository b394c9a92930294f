/** The watchdog for systems without a shell (Windows, minimal containers): waits for its parent to end, then stops the server. */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

const [pgCtl, data, uid, gid] = process.argv.slice(2);
// The server's user may be unable to read this program, so it runs as the caller, and only pg_ctl runs as that user.
const user = uid && gid ? { uid: Number(uid), gid: Number(gid) } : {};
let lines = 0;
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  lines += 1;
});
// The first line is the server's process id; a second one means that the watchdog is not needed any more.
input.on('close', () => {
  if (lines !== 1 || !pgCtl || !data) return;
  const stop = (mode: string) =>
    spawnSync(pgCtl, ['stop', '-D', data, '-m', mode, '-t', '6'], { ...user, stdio: 'ignore' });
  if (stop('fast').status !== 0) stop('immediate');
});
