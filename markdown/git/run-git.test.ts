import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GitError, runGit } from './run-git.ts';

/** A program called git that writes its process id and then runs a command. */
function createGit(command: string) {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pidFile = join(folder, 'pid');
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho $$ > ${pidFile}\n${command}\n`, { mode: 0o755 });
  const environment = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    SECRET: 'x',
    GIT_DIR: 'elsewhere',
  };
  return {
    run: { folder, environment },
    pid: () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0),
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('git is killed when its time is over', async () => {
  const { run, pid } = createGit('exec sleep 60');
  const limit = new AbortController();
  const answer = runGit(['log'], { ...run, signal: limit.signal });
  await vi.waitFor(() => expect(pid()).toBeGreaterThan(0), { timeout: 10_000 });
  limit.abort(new Error('late'));
  await expect(answer).rejects.toThrow('late');
  await vi.waitFor(() => expect(isRunning(pid())).toBe(false), { timeout: 10_000 });
});

test('git is killed when the rest of its output is not needed', async () => {
  const { run, pid } = createGit("printf 'one\\000two\\000'; exec sleep 60");
  const parts: string[] = [];
  const onPart = (part: string) => parts.push(part) === 2;
  await runGit(['log'], { ...run, signal: new AbortController().signal, onPart });
  expect(parts).toEqual(['one', 'two']);
  await vi.waitFor(() => expect(isRunning(pid())).toBe(false), { timeout: 10_000 });
});

test('a program that git has started is not waited for', async () => {
  const { run } = createGit('sleep 30 & exec sleep 60');
  const signal = AbortSignal.timeout(500);
  const before = performance.now();
  await expect(runGit(['log'], { ...run, signal })).rejects.toThrow();
  expect(performance.now() - before).toBeLessThan(20_000);
});

test('git gets no secret and no other repository from the environment', async () => {
  const { run } = createGit('env');
  const said = await runGit(['log'], { ...run, signal: new AbortController().signal });
  expect(said).toContain('PATH=');
  expect(said).not.toMatch(/SECRET|GIT_DIR/);
});

test('an error has the words of git', async () => {
  const { run } = createGit('echo no such thing >&2; exit 128');
  const answer = runGit(['log'], { ...run, signal: new AbortController().signal });
  await expect(answer).rejects.toEqual(new GitError('no such thing\n'));
});
