import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { spawnAs } from '../../../database/embedded/run-as.ts';
import type { Log } from '../../../database/log.ts';
import { createSocketClient, type SocketTarget } from '../../http/socket-client.ts';
import type { OrphanGuard } from './orphan-guard.ts';
import { type WorkerLimits, watchLimits } from './watch-limits.ts';
import { toEnvironment, toRunArguments, type WorkerPlan } from './worker-command.ts';
import { WorkerError } from './worker-errors.ts';
import { logOutput } from './worker-log.ts';

/** The process of a function. */
export interface Worker {
  pid: number;
  startedAt: number;
  /** Fails with what went wrong, for the log. */
  ready: Promise<void>;
  exited: Promise<void>;
  isRunning(): boolean;
  /** Fails with a WorkerError when the process ends before its response. */
  send(request: Request, target: SocketTarget): Promise<Response>;
  /** The socket of its server, for WebSockets. */
  requestSocket: string;
  /** Tells the function why it ends, waits for its background work, and ends it. */
  unload(reason: UnloadReason, timeLimitMs: number): Promise<void>;
  kill(): void;
}

export type UnloadReason = 'cpu' | 'memory' | 'wall_clock' | 'early_drop' | 'termination';

export interface WorkerOptions {
  plan: WorkerPlan;
  /** A folder that only the function's user can enter. */
  socketFolder: string;
  limits: WorkerLimits;
  bootMs: number;
  guard: OrphanGuard;
  log: Log;
}

let started = 0;

export function startWorker(options: WorkerOptions): Worker {
  const { plan, guard, limits, log } = options;
  started += 1;
  const base = join(options.socketFolder, `${process.pid}-${started}`);
  const [requestSocket, controlSocket] = [`${base}.sock`, `${base}.control`];
  const client = createSocketClient(requestSocket);
  const control = createSocketClient(controlSocket);
  const start = {
    entry: plan.entry,
    requestSocket,
    controlSocket,
    siteUrl: plan.siteUrl,
    siteSocket: plan.siteSocket,
    usesNodeServer: plan.usesNodeServer,
  };
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    plan.home.deno,
    toRunArguments(plan, [requestSocket, controlSocket]),
    {
      ...spawnAs(plan.home.runAs),
      env: { ...plan.environment, ...toEnvironment(plan), PORCHLIGHT_START: JSON.stringify(start) },
      cwd: plan.home.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C must not end functions before their requests.
      detached: true,
    },
  );
  const pid = child.pid ?? 0;
  if (pid !== 0) guard.add(pid);
  let isRunning = true;
  let fault: WorkerError['code'] = 'WORKER_ERROR';
  let bootError = '';
  let onListening = () => {};
  const listening = new Promise<void>((resolve) => {
    onListening = resolve;
  });
  const output = logOutput({
    stdout: child.stdout,
    stderr: child.stderr,
    name: plan.name,
    toOwnWords: plan.toOwnWords,
    onMessage(message) {
      if (message.isListening) onListening();
      if (message.bootError !== undefined) bootError = message.bootError;
    },
    log,
  });

  function exceed(limit: 'memory' | 'cpu'): void {
    if (!isRunning || fault === 'WORKER_LIMIT') return;
    fault = 'WORKER_LIMIT';
    const reason =
      limit === 'memory'
        ? `more than ${Math.round(limits.memoryBytes / 1_048_576)} MB of memory`
        : `${limits.cpuMs / 1000} s of CPU time without a pause`;
    log({ level: 'error', message: `${plan.name}: ended, because it used ${reason}`, function: plan.name });
    child.kill('SIGKILL');
  }
  const watch = watchLimits({
    pid,
    limits,
    ping: async () => void (await control.send(new Request('http://control/'), { path: '/' })),
    onExceeded: exceed,
  });

  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      bootError = error.message;
      resolve();
    });
    child.once('exit', () => resolve());
  }).then(async () => {
    isRunning = false;
    watch.close();
    guard.remove(pid);
    await output;
    client.close();
    control.close();
    await Promise.all([requestSocket, controlSocket].map((path) => rm(path, { force: true })));
  });

  return {
    pid,
    startedAt: performance.now(),
    requestSocket,
    exited,
    ready: whenReady({
      listening,
      exited,
      bootMs: options.bootMs,
      explain: () => plan.toOwnWords(bootError),
      kill: () => child.kill('SIGKILL'),
    }),
    isRunning: () => isRunning,
    kill: () => void child.kill('SIGKILL'),
    async send(request, target) {
      try {
        return await client.send(request, target);
      } catch (error) {
        if (error instanceof Error && error.name === 'SocketTimeout') throw new WorkerError('IDLE_TIMEOUT');
        if (request.signal.aborted) throw error;
        // The process ends a moment after its connections.
        await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 1000))]);
        throw new WorkerError(fault);
      }
    },
    async unload(reason, timeLimitMs) {
      const target = { path: `/?unload=${reason}`, timeLimitMs };
      if (isRunning) await control.send(new Request('http://control/'), target).catch(() => {});
      child.kill('SIGTERM');
      const killed = setTimeout(() => child.kill('SIGKILL'), 2000);
      await exited;
      clearTimeout(killed);
    },
  };
}

async function whenReady(options: {
  listening: Promise<void>;
  exited: Promise<void>;
  bootMs: number;
  explain: () => string;
  kill: () => void;
}): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, options.bootMs, 'late');
  });
  const first = await Promise.race([options.listening, options.exited.then(() => 'ended' as const), late]);
  clearTimeout(timer);
  if (first === undefined) return;
  if (first === 'late') options.kill();
  throw new Error(
    first === 'late'
      ? `it did not call Deno.serve within ${options.bootMs / 1000} s`
      : options.explain() || 'it ended without calling Deno.serve',
  );
}
