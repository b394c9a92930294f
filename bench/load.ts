import type { Bench } from './bench.ts';
import { sendAndReceive, startChild } from './child-process.ts';

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
export function startLoad(bench: Pick<Bench, 'onClose'>, errors: 'inherit' | 'ignore' = 'inherit'): Load {
  const child = startChild(bench, 'load-client.ts', { errors });
  return (plan) => sendAndReceive(child, plan);
}

/** A GET as a browser sends it on a keep-alive connection, with the headers that matter. */
export function toRequest(host: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\naccept-encoding: gzip, deflate, br\r\n\r\n`;
}
