/** The site as a process of its own, for tests of how it starts and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { makeFolder } from './database/folders.ts';
import { compileCache } from './prepared-data.ts';
import { repository } from './read-tree.ts';

export interface SiteProcess {
  child: ChildProcess;
  exit: Promise<number | null>;
  /** Resolves when the site has printed its address. */
  address(): Promise<{ url: string; port: number }>;
  output(): string;
  errors(): string;
  /** Its output. Every line is JSON, because there is no terminal. */
  lines(): Record<string, unknown>[];
}

export interface SiteProcesses {
  /** Contains `content` and `data`, which all starts share. */
  readonly folder: string;
  start(settings?: Record<string, string>, command?: string[]): SiteProcess;
}

/** For a whole test file: its processes are ended after each test. */
export function prepareSiteProcesses(): SiteProcesses {
  let folder = '';
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    folder = (await makeFolder()).folder;
    await mkdir(join(folder, 'content/posts'), { recursive: true });
    await writeFile(join(folder, 'content/index.md'), '# Welcome\n');
    await writeFile(join(folder, 'content/posts/first.md'), '# The first post\n');
    // The build is made once, before anything is timed.
    const first = start();
    await first.address();
    first.child.kill('SIGINT');
    await first.exit;
  });

  /** A failed test leaves nothing running: each process was started as a process group, npm with its children. */
  function endAll(): void {
    for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL');
    running.clear();
  }
  afterEach(endAll);
  afterAll(async () => {
    endAll();
    await rm(folder, { recursive: true });
  });

  /** An environment without any setting of the site. */
  function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    const path = `${join(repository, 'node_modules/.bin')}:${PATH}`;
    const folders = { DATA_DIR: join(folder, 'data'), CONTENT_DIR: join(folder, 'content') };
    return { PATH: path, HOME, PORT: '0', ...compileCache, ...folders, ...settings };
  }

  function start(settings: Record<string, string> = {}, command = ['node', 'main.ts']): SiteProcess {
    const [program = '', ...words] = command;
    const child = spawn(program, words, { cwd: repository, env: environment(settings), detached: true });
    running.add(child);
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const exit = new Promise<number | null>((done) => {
      child.once('close', (code) => {
        running.delete(child);
        done(code);
      });
    });
    const address = async () => {
      const pattern = / is on (https?:\/\/[^\s"]+)(?: \(listening on [\w.]+, port (\d+)\))?/;
      while (!pattern.test(output) && child.exitCode === null) await wait(20);
      const [, url, port] = pattern.exec(output) ?? [];
      if (!url) throw new Error(`It did not start: ${errors}`);
      return { url, port: Number(port ?? new URL(url).port) };
    };
    return {
      child,
      exit,
      address,
      output: () => output,
      errors: () => errors,
      lines: () =>
        output
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
    };
  }

  return {
    get folder() {
      return folder;
    },
    start,
  };
}
