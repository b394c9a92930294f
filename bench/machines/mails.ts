/** A mail server that remembers when each address got a mail. */
import { setTimeout as wait } from 'node:timers/promises';
import { startTestSmtp } from '../../tests/harness/auth/start-test-smtp.ts';
import type { FaultResult } from './strike.ts';

export interface MailServer {
  port: number;
  /** Times of arrival, by recipient. */
  arrived: Map<string, number[]>;
  close(): Promise<void>;
}

export interface MailCounts {
  missing: string[];
  /** Of a process that was killed after the mail server had accepted the mail, and before that was noted. No queue can know of it. */
  doubledByKill: string[];
  doubled: string[];
}

/** The process that takes over from a killed one waits for a minute, because the other may be slow. */
const takenOverWithinMs = 90_000;
const notedWithinMs = 2000;

export async function startMailServer(): Promise<MailServer> {
  const arrived = new Map<string, number[]>();
  const { port, close } = await startTestSmtp({
    async onMail({ to }) {
      for (const one of to) arrived.set(one, [...(arrived.get(one) ?? []), performance.now()]);
    },
  });
  return { port, arrived, close };
}

/** Waits for mails whose process was killed, and counts. */
export async function countMails(
  { arrived }: MailServer,
  promised: ReadonlyMap<string, number>,
  faults: readonly FaultResult[],
): Promise<MailCounts> {
  const findMissing = () => [...promised.keys()].filter((address) => !arrived.has(address));
  const deadline = performance.now() + takenOverWithinMs;
  while (findMissing().length > 0 && performance.now() < deadline) await wait(500);
  const kills = faults.filter(({ name }) => name.startsWith('site ')).map(({ from }) => from);
  const twice = [...arrived].filter(([, times]) => times.length > 1);
  const isByKill = ([first = 0]: number[]) =>
    kills.some((kill) => first > kill - notedWithinMs && first < kill + notedWithinMs);
  return {
    missing: findMissing(),
    doubledByKill: twice.filter(([, times]) => isByKill(times)).map(([address]) => address),
    doubled: twice.filter(([, times]) => !isByKill(times)).map(([address]) => address),
  };
}
