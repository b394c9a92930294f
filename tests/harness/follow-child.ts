import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface FollowedChild {
  /** Everything it has printed so far. */
  printed(): string;
  /** Its code and its signal. */
  ended: Promise<unknown[]>;
  kill(): void;
}

/** A program that a test has started. It ends with an aborted test run. */
export function followChild(child: ChildProcess): FollowedChild {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').finally(() => process.off('exit', kill));
  return { printed: () => printed, ended, kill };
}
