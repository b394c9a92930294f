import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Bench } from './bench.ts';

export interface LoadPlan {
  port: number;
  /** The request as it goes over the wire. */
  request: string;
  connections: number;
  seconds: number;
}

export interface LoadRound {
  /** Requests that were answered in full with 200. */
  requests: number;
  seconds: number;
}

export type Load = (plan: LoadPlan) => Promise<LoadRound>;

/** Starts the load generator in a process of its own, so that a server never shares its thread. */
export function startLoad(bench: Pick<Bench, 'afterwards'>, errors: 'inherit' | 'ignore' = 'inherit'): Load {
  const child = fork(join(import.meta.dirname, 'load-client.ts'), {
    stdio: ['ignore', 'ignore', errors, 'ipc'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  bench.afterwards(async () => {
    child.kill();
    await ended;
  });
  return (plan) =>
    new Promise((done, fail) => {
      const stopped = () => fail(new Error('The load generator ended; its message is above.'));
      child.once('close', stopped);
      child.once('message', (round) => {
        child.off('close', stopped);
        done(round as LoadRound);
      });
      child.send(plan);
    });
}

/** A GET as a browser on a kept connection would send it, with the headers that matter. */
export function toRequest(host: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\naccept-encoding: gzip, deflate, br\r\n\r\n`;
}
