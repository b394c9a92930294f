/** Other files of the bench as processes of their own, so that what is measured never shares its thread. They end with the bench. */
import { type ChildProcess, fork } from 'node:child_process';
import { basename, join } from 'node:path';
import type { Bench } from './bench.ts';

interface ChildOptions {
  args?: string[];
  /** Whether what it complains about is shown. */
  errors?: 'inherit' | 'ignore';
}

export function startChild(
  bench: Pick<Bench, 'afterwards'>,
  file: string,
  options: ChildOptions = {},
): ChildProcess {
  const { args = [], errors = 'inherit' } = options;
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'ignore', errors, 'ipc'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  bench.afterwards(async () => {
    child.kill();
    await ended;
  });
  return child;
}

/** The next message of a process; it is believed to be what that file sends. */
export function hear<Message>(child: ChildProcess): Promise<Message> {
  const file = child.spawnargs.find((argument) => argument.endsWith('.ts')) ?? 'A process';
  return new Promise((done, fail) => {
    const stopped = () => fail(new Error(`${basename(file)} ended; its message is above.`));
    child.once('close', stopped);
    child.once('message', (message) => {
      child.off('close', stopped);
      done(message as Message);
    });
  });
}

/** Hands a plan to a process and waits for what became of it. */
export function ask<Plan extends object, Round>(child: ChildProcess, plan: Plan): Promise<Round> {
  const answer = hear<Round>(child);
  child.send(plan);
  return answer;
}
