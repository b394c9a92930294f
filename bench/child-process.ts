/** Starts other files of the bench as processes of their own, so that they never share a thread with what is measured. They end with the bench. */
import { type ChildProcess, fork } from 'node:child_process';
import { basename, join } from 'node:path';
import type { Bench } from './bench.ts';

interface ChildOptions {
  args?: string[];
  /** Whether its error output is shown. */
  errors?: 'inherit' | 'ignore';
}

export function startChild(
  bench: Pick<Bench, 'onClose'>,
  file: string,
  options: ChildOptions = {},
): ChildProcess {
  const { args = [], errors = 'inherit' } = options;
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'ignore', errors, 'ipc'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  bench.onClose(async () => {
    child.kill();
    await ended;
  });
  return child;
}

/** The next message of a process. Its type is not checked. */
export function receiveMessage<Message>(child: ChildProcess): Promise<Message> {
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

/** Sends a plan to a process and waits for its answer. */
export function sendAndReceive<Plan extends object, Round>(child: ChildProcess, plan: Plan): Promise<Round> {
  const answer = receiveMessage<Round>(child);
  child.send(plan);
  return answer;
}
