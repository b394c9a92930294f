import { readUsage } from './read-usage.ts';

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
