import type { Log } from '../../database/log.ts';
import type { CallableFunction } from './create-functions.ts';

/** What is known of a function since the process started. */
export interface FunctionActivity {
  calls: number;
  /** Calls that ended with a server fault, or without a response. */
  errors: number;
  /** ISO. */
  lastCall: string | null;
  /** What it wrote, the newest last. */
  lines: FunctionLine[];
}

export interface FunctionLine {
  at: string;
  level: 'info' | 'warn' | 'error';
  text: string;
}

/** Keeps the latest of each function in memory, for the owner to look at. */
export interface ActivityRecorder {
  /** Passes entries on to the log, and keeps those of functions. */
  log: Log;
  /** Counts the calls of a function. */
  follow(name: string, found: CallableFunction | undefined): CallableFunction | undefined;
  read(name: string): FunctionActivity;
}

const maxLines = 50;
const maxLength = 500;

export function createActivityRecorder(log: Log): ActivityRecorder {
  const known = new Map<string, FunctionActivity>();
  function of(name: string): FunctionActivity {
    const activity = known.get(name) ?? { calls: 0, errors: 0, lastCall: null, lines: [] };
    known.set(name, activity);
    return activity;
  }

  return {
    log(entry) {
      log(entry);
      const { function: name, level, message } = entry;
      if (typeof name !== 'string') return;
      const { lines } = of(name);
      const text = message.replace(`${name}: `, '').slice(0, maxLength);
      lines.push({ at: new Date().toISOString(), level, text });
      if (lines.length > maxLines) lines.shift();
    },
    follow(name, found) {
      if (!found) return undefined;
      return {
        ...found,
        async send(request, target) {
          const activity = of(name);
          activity.calls += 1;
          activity.lastCall = new Date().toISOString();
          try {
            const response = await found.send(request, target);
            if (response.status >= 500) activity.errors += 1;
            return response;
          } catch (error) {
            if (!request.signal.aborted) activity.errors += 1;
            throw error;
          }
        },
      };
    },
    read: (name) => known.get(name) ?? { calls: 0, errors: 0, lastCall: null, lines: [] },
  };
}
