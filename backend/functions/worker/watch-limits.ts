import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Limits of one process. */
export interface WorkerLimits {
  memoryBytes: number;
  /** Of CPU time during which the event loop is blocked. */
  cpuMs: number;
}

const checkMs = 250;
const pingMs = 500;
/** Where CPU time cannot be told: a loop that is blocked for so long. */
const blockedMs = 5_000;

/**
 * Watches the memory of a process, and whether its event loop answers. Heap limits do not hold typed arrays, so that resident memory is
 * what counts.
 */
export function watchLimits(options: {
  pid: number;
  limits: WorkerLimits;
  /** Resolves when the event loop has answered. */
  ping: () => Promise<void>;
  onExceeded: (limit: 'memory' | 'cpu') => void;
}): { close(): void } {
  const { pid, limits } = options;
  let answered = { at: performance.now(), cpuMs: 0 };
  let lastPing = 0;
  let isWaiting = false;
  let isChecking = false;

  async function ping(cpuMs: number): Promise<void> {
    if (isWaiting || performance.now() - lastPing < pingMs) return;
    isWaiting = true;
    lastPing = performance.now();
    await options.ping().then(
      () => {
        answered = { at: performance.now(), cpuMs };
      },
      () => {},
    );
    isWaiting = false;
  }

  async function check(): Promise<void> {
    const usage = await readUsage(pid);
    if (usage && usage.residentBytes > limits.memoryBytes) return options.onExceeded('memory');
    const isBlocked = usage
      ? usage.cpuMs - answered.cpuMs > limits.cpuMs
      : performance.now() - answered.at > blockedMs;
    if (isWaiting && isBlocked) return options.onExceeded('cpu');
    void ping(usage?.cpuMs ?? 0);
  }

  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check().finally(() => {
      isChecking = false;
    });
  }, checkMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** What a process has used; undefined when it cannot be told. */
interface Usage {
  residentBytes: number;
  cpuMs: number;
}

const runProgram = promisify(execFile);
// The unit of CPU times in /proc, the same on all systems that Node has builds for.
const ticksPerSecond = 100;

/** Reads it from Linux, or asks `ps`. */
async function readUsage(pid: number): Promise<Usage | undefined> {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : await askPs(pid);
  } catch {
    return undefined;
  }
}

function readFromProc(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may contain anything, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { residentBytes: Number(resident ?? 0) * 1024, cpuMs: (ticks * 1000) / ticksPerSecond };
}

async function askPs(pid: number): Promise<Usage> {
  const { stdout } = await runProgram('ps', ['-o', 'rss=,cputime=', '-p', String(pid)]);
  const [rss = '0', time = '0:00'] = stdout.trim().split(/\s+/);
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return { residentBytes: Number(rss) * 1024, cpuMs: seconds * 1000 };
}
