import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds by the clock, and of those on a core. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

export interface LongestTask {
  /** Milliseconds of CPU time, and by the clock, which on a busy machine counts the wait for a core as well. */
  cpu: number;
  clock: number;
}

/** Short enough that the trace of a busy browser stays small. */
const slice = 5000;

/** Traces the main threads of the browser's pages until it is stopped, and returns their longest task. */
export function traceTasks(browser: Browser, page: Page): { stop(): Promise<LongestTask> } {
  const longest: LongestTask = { cpu: 0, clock: 0 };
  const ended = new AbortController();
  const watch = async () => {
    while (!ended.signal.aborted) {
      await browser.startTracing(page, { categories: ['-*', 'toplevel'] });
      await wait(slice, undefined, { signal: ended.signal }).catch(() => {});
      const trace = await browser.stopTracing();
      for (const { cpu, clock } of findTasks(trace)) {
        longest.cpu = Math.max(longest.cpu, cpu);
        longest.clock = Math.max(longest.clock, clock);
      }
    }
  };
  const watching = watch();
  return {
    async stop() {
      ended.abort();
      await watching;
      return longest;
    },
  };
}

function findTasks(trace: Buffer): LongestTask[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const isName = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const pages = new Set(traceEvents.filter(isName).map(threadOf));
  return traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && pages.has(threadOf(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ cpu: tdur / 1000, clock: dur / 1000 }));
}
