import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findTestPort } from '../tests/harness/find-test-port.ts';
import type { Bench } from './bench.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

export interface SiteOptions {
  /** Default: the content of the checkout itself. */
  contentFolder?: string;
  /** Default: a new empty folder, which is an empty cache. */
  dataFolder?: string;
  logRequests?: boolean;
  /** Which npm script to run as npm would. Default: `start`. */
  script?: 'start' | 'backend';
  /** Instead of a script: the arguments of Node and a file. */
  entry?: string[];
  environment?: Record<string, string>;
  /** Default: `/readyz`. */
  readyPath?: string;
  /** Default false: code that an earlier start compiled is used, as `npm start` does. */
  withoutCompileCache?: boolean;
  /** Milliseconds until the process must be ready: a first start also builds the browser's files. */
  readyWithin?: number;
}

export interface SiteProcess {
  pid: number;
  port: number;
  origin: string;
  client: HttpClient;
  /** `performance.now()` just before the process was started. */
  startedAt: number;
  logFile: string;
  stop(): Promise<void>;
}

/** Starts the site as its owner would (what `npm start` runs) on a free port of this machine and waits until it says it is ready. */
export async function startSite(bench: Bench, options: SiteOptions = {}): Promise<SiteProcess> {
  const site = await spawnSite(bench, options);
  await waitUntilReady(site, options.readyWithin ?? 120_000, options.readyPath);
  return site;
}

/** Starts the site and does not wait: for measurements of the start itself. */
export async function spawnSite(bench: Bench, options: SiteOptions = {}): Promise<SiteProcess> {
  const folder = await bench.createFolder('site');
  const port = await findTestPort();
  const origin = `http://127.0.0.1:${port}`;
  const logFile = join(folder, 'output.log');
  const log = await open(logFile, 'w');
  const command = options.withoutCompileCache
    ? ['main.ts']
    : await readCommand(bench.siteFolder, options.script ?? 'start');
  const startedAt = performance.now();
  const child = spawn(process.execPath, options.entry ?? command, {
    cwd: bench.siteFolder,
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: origin,
      DATA_DIR: options.dataFolder ?? join(folder, 'data'),
      CONTENT_DIR: options.contentFolder ?? join(bench.siteFolder, 'content'),
      LOG_REQUESTS: options.logRequests ? 'on' : 'off',
      ...options.environment,
    },
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()).once('error', () => done()));
  await log.close();
  const client = createHttpClient(port, 4);

  async function stop(): Promise<void> {
    client.close();
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  }
  bench.onClose(stop);
  if (child.pid === undefined)
    throw new Error(`${process.execPath} could not be started in ${bench.siteFolder}.`);
  return { pid: child.pid, port, origin, client, startedAt, logFile, stop };
}

/** The Node arguments of an npm script. npm itself is left out: it is not measured. */
async function readCommand(siteFolder: string, script: 'start' | 'backend'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(siteFolder, 'package.json'), 'utf8')) as {
    scripts: Record<typeof script, string>;
  };
  return scripts[script].split(' ').slice(1);
}

/** Polls until the answer is 200. Requests to a closed port cost the starting process nothing. */
export async function waitUntilReady(site: SiteProcess, within: number, path = '/readyz'): Promise<void> {
  while (performance.now() - site.startedAt < within) {
    const answer = await site.client.get(path).catch(() => undefined);
    if (answer?.status === 200) return;
    if (!isAlive(site.pid)) break;
    await wait(10);
  }
  throw new Error(
    `The site was not ready within ${within} ms. It printed:\n${await readFile(site.logFile, 'utf8')}`,
  );
}

/** Makes sure that the browser's files are built, so that no measurement after it contains a build. */
export async function buildSite(bench: Bench): Promise<void> {
  const site = await startSite(bench);
  await site.stop();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
