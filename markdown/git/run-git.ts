/** Runs git in a folder, as a child process without a shell. */
import { spawn } from 'node:child_process';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface GitRun {
  folder: string;
  /** Of this process. Git gets only what it needs to be found and to read the user's settings: no `GIT_DIR`, no secret. */
  environment: Environment;
  signal: AbortSignal;
  /** Is given each part of the output that ends with NUL. Returning true ends git: the rest is not needed. */
  onPart?: (part: string) => boolean | undefined;
}

/** Why git gave no answer. `message` is what git wrote. */
export class GitError extends Error {}

const passedOn = ['PATH', 'Path', 'PATHEXT', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot'];
const own = {
  LC_ALL: 'C',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};
/** Settings of the repository that would start another program or change the output. */
const fixedSettings = ['core.fsmonitor=false', 'log.showSignature=false', 'log.follow=false'];
const maxMessage = 4000;

/** Resolves with what is left of the output after its last NUL. Rejects with a GitError, or with the reason of the signal. */
export function runGit(args: string[], run: GitRun): Promise<string> {
  const { folder, environment, signal, onPart } = run;
  const passed = Object.fromEntries(passedOn.map((name) => [name, environment[name]]));
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn('git', [...fixedSettings.flatMap((setting) => ['-c', setting]), ...args], {
      cwd: folder,
      env: { ...passed, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let rest = '';
    let message = '';

    /** A program that git started may keep the pipes open: they are not waited for. */
    function end(settle: () => void): void {
      signal.removeEventListener('abort', stop);
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
      settle();
    }
    const stop = () => end(() => reject(signal.reason));
    signal.addEventListener('abort', stop);
    child.on('error', (error) => end(() => reject(new GitError(error.message))));
    child.on('close', (code) => end(() => (code === 0 ? resolve(rest) : reject(new GitError(message)))));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      message = (message + text).slice(0, maxMessage);
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\0');
      rest = parts.pop() ?? '';
      for (const part of parts) if (onPart?.(part)) return end(() => resolve(''));
    });
  });
}
