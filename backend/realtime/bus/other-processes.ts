/** What is known of the other processes: how far each one has been heard, and whether something of it was missed. */
import type { Notification } from './sealed-notification.ts';

export interface OtherProcesses {
  /** Returns the messages of which this notification is the last part. */
  accept(notification: Notification): Buffer | undefined;
  /** True if its presences have to be asked for. At most once a second for each process. */
  shouldAsk(process: string): boolean;
  /** Its presences are known. */
  complete(process: string): void;
  /** It has ended. */
  end(process: string): void;
  /** Ends those that have been silent, and returns their names. */
  endSilent(): string[];
}

interface OtherProcess {
  sequence: number;
  heardAt: number;
  /** Of messages that have not arrived completely. */
  parts: Buffer[] | undefined;
  /** Whether all of its presences are known. */
  isComplete: boolean;
  askedAt: number;
  isEnded: boolean;
}

interface OtherProcessesOptions {
  /** By the clock of the machine. */
  now: () => number;
  silentMs: number;
  onWrongClock: () => void;
}

const askEveryMs = 1000;
/** Notifications that were recorded must not be taken for those of a process that has just started. */
const maxAgeMs = 300_000;
const rememberMs = 2 * maxAgeMs;

export function createOtherProcesses({ now, silentMs, onWrongClock }: OtherProcessesOptions): OtherProcesses {
  const processes = new Map<string, OtherProcess>();

  function find({ process, sequence, sentAt }: Notification): OtherProcess | undefined {
    const known = processes.get(process);
    if (known) return known;
    if (Math.abs(now() - sentAt) > maxAgeMs) {
      onWrongClock();
      return undefined;
    }
    const added: OtherProcess = {
      sequence: sequence - 1,
      heardAt: 0,
      parts: undefined,
      isComplete: sequence === 1,
      askedAt: Number.NEGATIVE_INFINITY,
      isEnded: false,
    };
    processes.set(process, added);
    return added;
  }

  return {
    accept(notification) {
      const { sequence, isFirst, isLast, bytes } = notification;
      const other = find(notification);
      // Sent a second time.
      if (!other || sequence <= other.sequence) return undefined;
      if (sequence > other.sequence + 1) {
        other.isComplete = false;
        other.parts = undefined;
      }
      other.sequence = sequence;
      other.heardAt = performance.now();
      other.isEnded = false;
      if (isFirst) other.parts = [];
      other.parts?.push(bytes);
      if (!isLast || !other.parts) return undefined;
      const all = Buffer.concat(other.parts);
      other.parts = undefined;
      return all;
    },
    shouldAsk(process) {
      const other = processes.get(process);
      if (!other || other.isComplete || other.isEnded) return false;
      if (performance.now() - other.askedAt < askEveryMs) return false;
      other.askedAt = performance.now();
      return true;
    },
    complete(process) {
      const other = processes.get(process);
      if (other) other.isComplete = true;
    },
    end(process) {
      const other = processes.get(process);
      if (other) Object.assign(other, { isEnded: true, isComplete: false, parts: undefined });
    },
    endSilent() {
      const ended: string[] = [];
      for (const [process, other] of processes) {
        const silent = performance.now() - other.heardAt;
        if (silent > silentMs && !other.isEnded) {
          this.end(process);
          ended.push(process);
        }
        if (silent > rememberMs) processes.delete(process);
      }
      return ended;
    },
  };
}
