import type { SocketTarget } from '../../http/socket-client.ts';
import type { UnloadReason, Worker } from './start-worker.ts';

/** The processes of one function: one that takes requests, and older ones that finish theirs. */
export interface WorkerPool {
  /** `version` is that of the code: requests of a newer version get a new process. */
  send(version: string, request: Request, target: SocketTarget): Promise<Response>;
  /** The process for a WebSocket. Call `release` when it is closed. */
  take(version: string): Promise<{ worker: Worker; release: () => void }>;
  close(): Promise<void>;
}

export interface PoolTimes {
  /** A process without requests ends after this time. */
  idleMs: number;
  /** A process takes requests for so long; each request may last as long again. */
  wallMs: number;
}

interface Slot {
  worker: Worker;
  version: string;
  requests: number;
  isRetired: boolean;
  idleTimer?: NodeJS.Timeout;
}

export function createPool(options: {
  start: (version: string) => Promise<Worker>;
  /** Every request has a process of its own. */
  isOneShot: boolean;
  times: PoolTimes;
}): WorkerPool {
  const { times } = options;
  const slots = new Set<Slot>();
  let current: Slot | undefined;
  let starting: { version: string; slot: Promise<Slot> } | undefined;

  async function start(version: string): Promise<Slot> {
    const worker = await options.start(version);
    const slot: Slot = { worker, version, requests: 0, isRetired: false };
    slots.add(slot);
    void worker.exited.then(() => {
      clearTimeout(slot.idleTimer);
      slots.delete(slot);
      if (current === slot) current = undefined;
    });
    return slot;
  }

  /** Concurrent first requests wait for the same process. */
  async function findSlot(version: string): Promise<Slot> {
    if (options.isOneShot) return start(version);
    if (current && current.version !== version) retire(current, 'early_drop');
    if (current && performance.now() - current.worker.startedAt > times.wallMs) retire(current, 'wall_clock');
    if (current?.worker.isRunning()) return current;
    if (starting?.version === version) return starting.slot;
    const next = { version, slot: start(version) };
    starting = next;
    try {
      const slot = await next.slot;
      // A newer version may have been started meanwhile.
      if (starting === next) current = slot;
      return slot;
    } finally {
      if (starting === next) starting = undefined;
    }
  }

  function retire(slot: Slot, reason: UnloadReason): void {
    if (current === slot) current = undefined;
    if (slot.isRetired) return;
    slot.isRetired = true;
    clearTimeout(slot.idleTimer);
    if (slot.requests === 0) void slot.worker.unload(reason, times.wallMs);
    else setTimeout(() => slot.worker.kill(), times.wallMs).unref();
  }

  async function take(version: string): Promise<{ slot: Slot; release: () => void }> {
    const slot = await findSlot(version);
    slot.requests += 1;
    clearTimeout(slot.idleTimer);
    let isReleased = false;
    return {
      slot,
      release() {
        if (isReleased) return;
        isReleased = true;
        slot.requests -= 1;
        if (slot.requests > 0) return;
        if (slot.isRetired || options.isOneShot) void slot.worker.unload('early_drop', times.wallMs);
        else {
          slot.idleTimer = setTimeout(() => retire(slot, 'early_drop'), times.idleMs);
          slot.idleTimer.unref();
        }
      },
    };
  }

  return {
    async send(version, request, target) {
      const { slot, release } = await take(version);
      try {
        return await slot.worker.send(request, { ...target, onClosed: release });
      } catch (error) {
        release();
        throw error;
      }
    },
    async take(version) {
      const { slot, release } = await take(version);
      return { worker: slot.worker, release };
    },
    async close() {
      await starting?.slot.catch(() => {});
      current = undefined;
      await Promise.all([...slots].map(({ worker }) => worker.unload('termination', 2000)));
    },
  };
}
