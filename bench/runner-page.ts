import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../tests/harness/find-browser.ts';
import { expectSignedIn, openLogin, signInWithPassword } from '../tests/harness/login-page.ts';
import { openOwnRuns } from '../tests/harness/running-page.ts';
import { type Account, password } from './auth-site.ts';
import type { Bench } from './bench.ts';
import type { SiteProcess } from './site-process.ts';
import { traceTasks } from './task-trace.ts';

/** A Chromium with a signed-in user and the running page open. */
export interface RunnerPage {
  page: Page;
  /** What each process has used until now: see cpuBetween. */
  readCpu(): Promise<CpuReading[]>;
  /** From now on, until it is stopped. */
  watchTasks(): ReturnType<typeof traceTasks>;
}

export async function openRunnerPage(
  bench: Bench,
  site: SiteProcess,
  { email }: Account,
): Promise<RunnerPage> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
  bench.onClose(() => browser.close());
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  // A loaded machine is slow, and the duration of this step is not measured.
  page.setDefaultTimeout(900_000);
  await openLogin(page);
  await signInWithPassword(page, { email, password });
  await expectSignedIn(page);
  await openOwnRuns(page);
  return {
    page,
    readCpu: () => readCpu(browser),
    watchTasks: () => traceTasks(browser, page),
  };
}

interface CpuReading {
  type: string;
  id: number;
  cpuTime: number;
}

async function readCpu(browser: Browser): Promise<CpuReading[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo;
}

/** CPU seconds between two readings: of the pages' processes with their workers, and of the whole browser. A process that is new began at 0. */
export function cpuBetween(before: CpuReading[], after: CpuReading[]): { renderer: number; browser: number } {
  const earlier = new Map(before.map(({ id, cpuTime }) => [id, cpuTime]));
  const sum = (processes: CpuReading[]) =>
    processes.reduce((seconds, { id, cpuTime }) => seconds + cpuTime - (earlier.get(id) ?? 0), 0);
  return { renderer: sum(after.filter(({ type }) => type === 'renderer')), browser: sum(after) };
}
