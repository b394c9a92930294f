import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { type Answer, describeFailures, findLongestGap, type Ledger } from './ledger.ts';
import type { Listener } from './listeners.ts';

export interface FaultResult {
  name: string;
  from: number;
  to: number;
  /** Until what was killed ran again. */
  backMs: number;
  /** The longest time without an acknowledged write. */
  gapMs: number;
  /** The longest time that one request waited for its answer, successful or not. */
  longestMs: number;
  failures: string;
  /** After this time live data reached every process without a loss. */
  liveMs: number;
}

/** Live data arrives soon, or not at all. */
export const deliveryMs = 3000;

/** Makes one fault under load, and reports what happened until the end of its time. */
export async function strike(
  fault: Fault,
  seconds: number,
  { ledger, listeners }: { ledger: Ledger; listeners: readonly Listener[] },
): Promise<FaultResult> {
  const from = performance.now();
  await fault.strike();
  const backMs = performance.now() - from;
  await wait(Math.max(2000, seconds * 1000 - backMs));
  const to = performance.now();
  const answers = ledger.answers.filter(({ at }) => at >= from);
  return {
    name: fault.name,
    from,
    to,
    backMs,
    gapMs: findLongestGap(answers, fault.writes, from, to).ms,
    longestMs: findLongestAnswer(answers),
    failures: describeFailures(answers, from, to),
    liveMs: findLastLoss(ledger, listeners, from, to),
  };
}

function findLongestAnswer(answers: readonly Answer[]): number {
  return answers.reduce((longest, { at, sentAt }) => Math.max(longest, at - sentAt), 0);
}

/** Milliseconds from the fault to the last row or broadcast that did not reach every process; 0 when all did. */
function findLastLoss(ledger: Ledger, listeners: readonly Listener[], from: number, to: number): number {
  const lost = [
    ...findLost(ledger.acknowledged['public.load_news'], listeners, 'rows'),
    ...findLost(ledger.broadcasts, listeners, 'broadcasts'),
  ].filter((at) => at >= from && at <= to - deliveryMs);
  return lost.length === 0 ? 0 : Math.max(...lost) - from;
}

/** When those were acknowledged that did not reach every process. */
export function findLost(
  sent: ReadonlyMap<string, number>,
  listeners: readonly Listener[],
  kind: 'rows' | 'broadcasts',
): number[] {
  return [...sent]
    .filter(([id]) => listeners.some((listener) => !listener[kind].has(id)))
    .map(([, at]) => at);
}

export function describeFault(result: FaultResult): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return (
    `${result.name.padEnd(24)} back after ${seconds(result.backMs)}; without a write ${seconds(result.gapMs)}; ` +
    `longest answer ${seconds(result.longestMs)}; live data complete after ${seconds(result.liveMs)}; failures ${result.failures}`
  );
}
