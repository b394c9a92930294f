/** Starts the real site for a test, as a process of its own with a port, a data folder and an environment of its own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findTestPort } from './find-test-port.ts';
import { followChild } from './follow-child.ts';
import { compileCache, makeDataFolder } from './prepared-data.ts';
import { repository } from './read-tree.ts';

export interface SiteOptions {
  /** The folder of the project; this repository if left out. */
  root?: string;
  /** What Node is given; `main.ts` if left out. */
  command?: string[];
  /** The program that runs it; the Node of the tests if left out. */
  node?: string;
  /** Folder of Markdown pages; the repository's own `content/` if left out. */
  content?: string;
  /** Settings on top of the ones below. A `DATA_DIR` given here belongs to the test, which also removes it. */
  env?: Record<string, string>;
}

export interface RunningSite {
  /** Without a slash at the end. */
  url: string;
  process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Stops it as an operator would and expects no errors. A second call does nothing. */
  stop(): Promise<void>;
}

const startLimit = 240_000;
const stopLimit = 60_000;
/** What every program needs. Settings of the user who runs the tests are left out. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'TZ', 'CI'];

export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const { root = repository, command = ['main.ts'], node = process.execPath, content, env = {} } = options;
  const { folder: dataFolder, remove: removeData } = await makeDataFolder();
  const child = spawn(node, command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
      // A fixed port, so that a site that restarts itself keeps the address that its pages use.
      PORT: String(await findTestPort()),
      HOST: '127.0.0.1',
      DATA_DIR: dataFolder,
      // A copy of the project has other paths in every run, which would fill the cache.
      ...(root === repository && compileCache),
      ...(content && { CONTENT_DIR: content }),
      ...env,
    },
  });
  const { printed, ended, kill } = followChild(child);

  const end = async () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) child.kill('SIGTERM');
    const late = setTimeout(kill, stopLimit);
    await ended;
    clearTimeout(late);
    await removeData();
    // Windows has no signals: there the process is simply ended.
    if (process.platform === 'win32' && isRunning) return;
    const { exitCode, signalCode } = child;
    assert.equal(
      exitCode,
      0,
      `The site ended with ${signalCode ?? `code ${exitCode}`}. It printed:\n${printed()}`,
    );
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= end();
    return stopping;
  };

  try {
    const url = await waitUntilReady(child, printed);
    return { url, process: child, output: printed, stop };
  } catch (error) {
    kill();
    await ended;
    await removeData();
    throw error;
  }
}

/** A copy of the site's content for a test that edits files. */
export async function copyContent(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-content-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  await cp(path.join(repository, 'content'), folder, { recursive: true }).catch(async (error) => {
    await remove();
    throw error;
  });
  return { folder, remove };
}

async function waitUntilReady(child: ChildProcess, printed: () => string): Promise<string> {
  const deadline = Date.now() + startLimit;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The site ended before it was ready. It printed:\n${printed()}`);
    }
    const url = findUrl(printed());
    if (url && (await isReady(url))) return url;
    await wait(25);
  }
  throw new Error(`The site was not ready within ${startLimit / 1000} s. It printed:\n${printed()}`);
}

/** A site with a SITE_URL of its own names that one first, and then the port it really listens on. */
function findUrl(notice: string): string | undefined {
  const port =
    /listening on [^,]+, port (\d+)/.exec(notice)?.[1] ?? /http:\/\/localhost:(\d+)/.exec(notice)?.[1];
  return port && `http://localhost:${port}`;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
