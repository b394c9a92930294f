/** What is killed, in turn, and when it is back. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '../../tests/harness/database/program.ts';
import type { Machines } from './open-machines.ts';

export interface Fault {
  name: string;
  /** Which answers show that writing works: of rows, or of files. */
  writes: 'insert' | 'upload';
  /** Resolves when what was killed runs again, or another has taken its place. */
  strike(): Promise<void>;
}

/** A service manager starts what has died again after a moment. */
const awayMs = 1000;
/** Whoever decides about a failover waits for a moment, in case the primary is only slow. */
const decideMs = 1500;

export function listFaults(machines: Machines): Fault[] {
  const { sites, pooler, front, s3, postgres, databaseProxy } = machines;
  const [first, second, third] = sites.map(({ program }) => program);
  const killed = (program: Program | undefined, writes: Fault['writes'] = 'insert'): Fault[] =>
    program === undefined ? [] : [{ name: program.name, writes, strike: () => killAndStart(program) }];
  return [
    ...killed(first),
    ...killed(pooler),
    ...killed(front),
    ...killed(postgres.primary.program),
    ...killed(second),
    ...killed(s3.program, 'upload'),
    ...killed(postgres.replica.program),
    ...killed(databaseProxy),
    ...killed(third),
  ];
}

async function killAndStart(program: Program): Promise<void> {
  await program.kill();
  await wait(awayMs);
  await program.start();
}

/** The primary is gone for good, and the replica takes over. */
export function createFailover({ postgres }: Machines): Fault {
  return {
    name: 'failover to the replica',
    writes: 'insert',
    async strike() {
      await postgres.primary.program.kill();
      await wait(decideMs);
      await postgres.promote();
    },
  };
}
