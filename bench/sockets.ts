/** Many WebSockets, opened and used by a process of their own. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { receiveMessage, sendAndReceive, startChild } from './child-process.ts';

export type SocketPlan =
  | {
      kind: 'open';
      address: string;
      count: number;
      topic: string;
      /** The payload of the join; without it no channel is joined. */
      join?: object;
      /** Of each socket. */
      tokens?: string[];
      /** The text of the message that says that the channel is ready. */
      readyAt: string;
      /** The pause between two heartbeats of a socket. Default: none are sent. */
      heartbeatMs?: number;
    }
  | { kind: 'broadcast'; frame: string; messages: number; atOnce: number }
  | { kind: 'follow'; changes: number };

export interface SocketRound {
  ms: number;
  latencies: number[];
}

export interface SocketClients {
  open(plan: Omit<SocketPlan & { kind: 'open' }, 'kind'>): Promise<SocketRound>;
  broadcast(plan: Omit<SocketPlan & { kind: 'broadcast' }, 'kind'>): Promise<SocketRound>;
  /** Resolves when it waits; `all` when all have arrived, with the time of each. */
  follow(changes: number): Promise<{ all: Promise<SocketRound> }>;
  /** Ends the process, and with it all sockets. */
  close(): Promise<void>;
}

export function startSocketClients(bench: Bench): SocketClients {
  const child: ChildProcess = startChild(bench, 'socket-client.ts');
  const send = (plan: SocketPlan) => sendAndReceive<SocketPlan, SocketRound>(child, plan);
  return {
    open: (plan) => send({ kind: 'open', ...plan }),
    broadcast: (plan) => send({ kind: 'broadcast', ...plan }),
    async follow(changes) {
      await send({ kind: 'follow', changes });
      return { all: receiveMessage<SocketRound>(child) };
    },
    async close() {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
}

/** A broadcast of the official client: `bytes` of JSON. */
export function toBroadcastFrame(topic: string, bytes: number): string {
  const parts = ['1', '2', topic, 'said', ''].map((part) => Buffer.from(part));
  const payload = Buffer.from(JSON.stringify({ text: 'x'.repeat(bytes - 11) }));
  const head = Buffer.from([3, ...parts.map(({ length }) => length), 1]);
  return Buffer.concat([head, ...parts, payload]).toString('base64');
}

/** The settings of a process that takes as many joins and messages as come. */
export async function withoutLimits(bench: Bench): Promise<Record<string, string>> {
  const folder = await bench.createFolder('supabase');
  const file = join(folder, 'config.toml');
  await writeFile(file, '[realtime]\nmax_joins_per_second = 1000000\nmax_messages_per_second = 1000000\n');
  return { SUPABASE_CONFIG: file };
}
