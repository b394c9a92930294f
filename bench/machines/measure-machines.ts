import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { atMost, exactly, type Figure, noLimit } from '../figure.ts';
import { findMissing, readRuns, readViews } from './check-data.ts';
import { createFailover, listFaults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import { type Listener, openListener } from './listeners.ts';
import { type Load, startLoad } from './load/start-load.ts';
import { countMails, type MailServer, startMailServer } from './mails.ts';
import { type Machines, openMachines } from './open-machines.ts';
import { deliveryMs, describeFault, type FaultResult, findLost, strike } from './strike.ts';

const calmAtStartMs = 8000;
const failoverSeconds = 40;
/** After a fault clients connect again: from then on nothing may be lost that is sent live. */
const settledMs = 12_000;
const maxWithoutWritesSeconds = 10;

export interface Plan {
  minutes: number;
  secondsPerFault: number;
}

export async function measureMachines(bench: Bench, plan: Plan): Promise<Figure[]> {
  const mails = await startMailServer();
  bench.onClose(() => mails.close());
  const machines = await openMachines(bench, mails.port);
  const listeners = await Promise.all(machines.sites.map(openListener));
  for (const listener of listeners) bench.onClose(() => listener.close());
  const load = await startLoad(machines.url);
  bench.onClose(() => load.stop());
  await wait(calmAtStartMs);

  const faults = await runFaults(bench, plan, machines, { ledger: load.ledger, listeners });
  await load.stop();
  await wait(deliveryMs);
  const figures = await check({ machines, load, listeners, mails, faults }, bench);
  if (figures.some(({ ok }) => ok === false))
    for (const { program } of machines.sites)
      bench.log(`${program.name} printed at the end:\n${program.readLog().slice(-1500)}`);
  return figures;
}

async function runFaults(
  bench: Bench,
  { minutes, secondsPerFault }: Plan,
  machines: Machines,
  watched: { ledger: Ledger; listeners: readonly Listener[] },
): Promise<FaultResult[]> {
  const list = listFaults(machines);
  const count = Math.max(1, Math.floor((minutes * 60 - failoverSeconds) / secondsPerFault));
  const planned = Array.from({ length: count }, (_, index) => list[index % list.length]);
  const results: FaultResult[] = [];
  for (const fault of [...planned, createFailover(machines)]) {
    if (fault === undefined || bench.signal.aborted) continue;
    const isLast = fault.name.startsWith('failover');
    const result = await strike(fault, isLast ? failoverSeconds : secondsPerFault, watched);
    bench.log(describeFault(result));
    results.push(result);
  }
  return results;
}

interface Outcome {
  machines: Machines;
  load: Load;
  listeners: readonly Listener[];
  mails: MailServer;
  faults: readonly FaultResult[];
}

async function check({ machines, load, listeners, mails, faults }: Outcome, bench: Bench): Promise<Figure[]> {
  const { ledger } = load;
  const { sql } = machines.postgres.replica.pool;
  const missing = await findMissing(sql, load);
  const mail = await countMails(mails, ledger.mailed, faults);
  const runs = await readRuns(sql);
  const views = await readViews(sql, ledger.views.answered);
  const programs = machines.sites.map(({ program }) => program);
  const unheld = programs.flatMap((program) => program.readLog().split('was not handled').slice(1)).length;
  const ends = programs.flatMap((program) => program.ownEnds());
  for (const end of ends) bench.log(end);
  for (const [index, { rows, broadcasts, doubled }] of listeners.entries())
    bench.log(
      `live at site ${index + 1}: ${rows.size} of ${ledger.acknowledged['public.load_news'].size} rows, ` +
        `${broadcasts.size} of ${ledger.broadcasts.size} broadcasts, ${doubled} twice`,
    );
  const live = countLive(ledger, listeners, faults);
  for (const line of [...missing, ...ledger.wrong, ...mail.missing, ...mail.doubled].slice(0, 20))
    bench.log(line);
  const acknowledged = Object.values(ledger.acknowledged).reduce((total, keys) => total + keys.size, 0);
  const longest = Math.max(...faults.map(({ gapMs }) => gapMs)) / 1000;
  return [
    noLimit('machines: requests', ledger.answers.length, 'requests'),
    noLimit('machines: acknowledged writes', acknowledged, 'writes'),
    exactly('machines: acknowledged writes that are missing', missing.length, 0, 'writes'),
    exactly('machines: wrong answers', ledger.wrong.length, 0, 'requests'),
    atMost('machines: longest time without a write', longest, maxWithoutWritesSeconds, 's'),
    noLimit('machines: longest answer', Math.max(...faults.map(({ longestMs }) => longestMs)) / 1000, 's'),
    noLimit('machines: mails', ledger.mailed.size, 'mails'),
    exactly('machines: mails that did not arrive', mail.missing.length, 0, 'mails'),
    exactly('machines: mails doubled', mail.doubled.length, 0, 'mails'),
    noLimit('machines: mails doubled by a killed process', mail.doubledByKill.length, 'mails'),
    noLimit('machines: runs of the schedule', runs.done, 'runs'),
    exactly('machines: runs doubled', runs.doubled, 0, 'runs'),
    noLimit('machines: rows and broadcasts in calm times', live.sent, 'events'),
    exactly('machines: of those, not seen by every process', live.lost, 0, 'events'),
    noLimit('machines: live data complete again, at the latest', live.longestMs / 1000, 's'),
    noLimit('machines: page views answered', ledger.views.answered, 'requests'),
    noLimit('machines: page views written', views, 'requests'),
    exactly('machines: page views written twice', Math.max(0, views - ledger.views.sent), 0, 'requests'),
    exactly('machines: promises not held', unheld, 0, 'requests'),
    exactly('machines: processes that ended by themselves', ends.length, 0, 'processes'),
  ];
}

/** A time is calm when no fault has begun for a while, and none begins before what was sent has arrived. */
function countLive(ledger: Ledger, listeners: readonly Listener[], faults: readonly FaultResult[]) {
  const isCalm = (at: number) =>
    !faults.some(({ from, backMs }) => at > from - deliveryMs && at < from + backMs + settledMs);
  const rows = ledger.acknowledged['public.load_news'];
  const sent = [...rows.values(), ...ledger.broadcasts.values()].filter(isCalm);
  const lost = [
    ...findLost(rows, listeners, 'rows'),
    ...findLost(ledger.broadcasts, listeners, 'broadcasts'),
  ].filter(isCalm);
  return {
    sent: sent.length,
    lost: lost.length,
    longestMs: Math.max(...faults.map(({ liveMs }) => liveMs)),
  };
}
