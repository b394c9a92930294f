/** A program that is killed and started again with the same arguments, on the same port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunAs, spawnAs } from '../../../database/embedded/run-as.ts';
import { childrenOf } from '../../durability/processes.ts';

export interface ProgramOptions {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  runAs?: RunAs | undefined;
  /** Whether it does its work. Asked until it says yes. */
  isReady: () => Promise<boolean>;
  logFile: string;
}

export interface Program {
  name: string;
  /** Resolves when it does its work. */
  start(): Promise<void>;
  /** SIGKILL for it and its children, as when their machine loses its power. */
  kill(): Promise<void>;
  /** In order, with SIGTERM unless another signal is given. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  readLog(): string;
  /** When it has ended without being told to: its code or signal, and what it printed last. */
  ownEnds(): readonly string[];
}

const readyWithinMs = 120_000;
/** A start may fail while something else is away, but not again and again. */
const maxFailedStarts = 5;
const stopWithinMs = 20_000;

export function createProgram(options: ProgramOptions): Program {
  const { name, command, args, cwd, env, runAs, isReady, logFile } = options;
  let child: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let isTold = true;
  const ownEnds: string[] = [];
  const endWithBench = () => killTree(child?.pid);
  process.once('exit', endWithBench);

  const readEnd = () => readFileSync(logFile, 'utf8').slice(-1500);

  function run(): void {
    const log = openSync(logFile, 'a');
    const started = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], ...spawnAs(runAs) });
    closeSync(log);
    child = started;
    isTold = false;
    exited = once(started, 'exit').then(([code, signal]: unknown[]) => {
      if (!isTold) ownEnds.push(`${name} ended with ${signal ?? code}:\n${readEnd()}`);
      if (child === started) child = undefined;
    });
  }

  return {
    name,
    async start() {
      const deadline = performance.now() + readyWithinMs;
      const most = ownEnds.length + maxFailedStarts;
      while (performance.now() < deadline && ownEnds.length < most) {
        if (child === undefined) run();
        if (await isReady().catch(() => false)) return;
        await wait(50);
      }
      throw new Error(`${name} was not ready in time. It printed:\n${readEnd()}`);
    },
    async kill() {
      isTold = true;
      killTree(child?.pid);
      await exited;
    },
    async stop(signal = 'SIGTERM') {
      process.off('exit', endWithBench);
      isTold = true;
      child?.kill(signal);
      const late = setTimeout(() => killTree(child?.pid), stopWithinMs);
      await exited;
      clearTimeout(late);
    },
    readLog: () => readFileSync(logFile, 'utf8'),
    ownEnds: () => ownEnds,
  };
}

/** The parent first, so that it replaces none of its children. */
function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  const children = childrenOf(pid);
  for (const one of [pid, ...children.map((child) => child.pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
