import type { Log } from '../../database/log.ts';

/** Logs what goes wrong with a job, each kind of fault once an hour. */
export type LogJob = (job: { id: string; name: string | null }, fault: Fault) => void;

export interface Fault {
  kind: 'failed' | 'left out' | 'unreadable';
  message: string;
  error?: string;
  /** Default: 1 */
  count?: number;
}

const everyMs = 3_600_000;
const forgottenMs = 24 * everyMs;

export function createJobLog(log: Log, now: () => number): LogJob {
  const last = new Map<string, { at: number; count: number }>();
  return ({ id, name }, { kind, message, error, count = 1 }) => {
    const key = `${id} ${kind}`;
    const known = last.get(key);
    if (known && now() - known.at < everyMs) {
      known.count += count;
      return;
    }
    for (const [old, { at }] of last) if (now() - at > forgottenMs) last.delete(old);
    last.set(key, { at: now(), count: 0 });
    log({
      level: 'warn',
      message: `The job ${name ?? `number ${id}`} ${message}`,
      ...(error !== undefined && { error }),
      times: count + (known?.count ?? 0),
    });
  };
}
