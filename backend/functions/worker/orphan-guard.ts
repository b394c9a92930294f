import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Ends the processes of functions when this process is killed, even one whose loop is blocked. One guard is for all of them. */
export interface OrphanGuard {
  add(pid: number): void;
  remove(pid: number): void;
  close(): void;
}

const shell = '/bin/sh';

// Each line names a process that started or ended. The end of the input without "close" means that we are dead.
const script = `
pids=" "
while read -r word pid; do
  case $word in
    add) pids="$pids$pid " ;;
    remove)
      rest=" "
      for each in $pids; do [ "$each" = "$pid" ] || rest="$rest$each "; done
      pids=$rest ;;
    close) exit 0 ;;
  esac
done
kill -9 $pids 2>/dev/null
`;

/** Where there is no shell (minimal containers), a function's process ends when it next writes to the log. */
export function createOrphanGuard(): OrphanGuard {
  const pids = new Set<number>();
  let guard: ChildProcess | undefined;
  let isClosed = false;

  function start(): void {
    if (!existsSync(shell)) return;
    // Ctrl-C reaches every process of the group; the guard must survive it.
    const child = spawn(shell, ['-c', script, 'functions-guard'], {
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard = child;
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    child.unref();
    child.once('exit', () => {
      if (!isClosed && guard === child && pids.size > 0) start();
    });
    for (const pid of pids) write(`add ${pid}`);
  }

  function write(line: string): void {
    guard?.stdin?.write(`${line}\n`);
  }

  return {
    add(pid) {
      pids.add(pid);
      if (guard && guard.exitCode === null) write(`add ${pid}`);
      else start();
    },
    remove(pid) {
      pids.delete(pid);
      write(`remove ${pid}`);
    },
    close() {
      isClosed = true;
      guard?.stdin?.end('close\n');
    },
  };
}
