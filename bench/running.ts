/**
 * The running page in a real Chromium, on a site with its embedded backend. First an archive of 1,000 runs of one hour at one point a second (six of ten in FIT, two in TCX, two
 * in GPX) is chosen, reviewed and imported as a user would do it, with every file stored: CPU time of the page's process, its worker
 * included, and the longest task of the page's main thread, without its wait for a core. Then the page of a user with 5,000 runs is opened and scrolled:
 * CPU time until the list is there and the page is idle, and how many frames came in time.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { importPart } from '../tests/harness/running-page.ts';
import { startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { atLeast, atMost, exactly, type Figure, noLimit } from './figure.ts';
import { createAccount, seedManyRuns } from './many-runs.ts';
import { writeRunArchive } from './run-archive.ts';
import { cpuBetween, openRunnerPage, type RunnerPage } from './runner-page.ts';
import { median } from './statistics.ts';

const archivedRuns = 1000;
const listedRuns = 5000;

export async function measureRunning(bench: Bench): Promise<Figure[]> {
  const archive = join(await bench.createFolder('runs'), 'export.zip');
  bench.log(`an archive of ${archivedRuns} runs is written …`);
  const { bytes } = await writeRunArchive(archive, archivedRuns);
  // A first start also builds the browser’s files, which takes long on a busy machine.
  const site = await startAuthSite(bench, { readyWithin: 600_000 });
  const importing = await measureImport(
    bench,
    await openRunnerPage(bench, site, await createAccount(site)),
    archive,
  );
  const many = await createAccount(site);
  await seedManyRuns(site, many, listedRuns);
  const listing = await measureList(await openRunnerPage(bench, site, many));
  return [noLimit('running: the archive', bytes, 'bytes'), ...importing, ...listing];
}

async function measureImport(bench: Bench, runner: RunnerPage, archive: string): Promise<Figure[]> {
  const { page } = runner;
  const box = importPart(page);
  await box.getByLabel('Choose files').waitFor({ state: 'attached' });
  await settle(page);
  const tasks = runner.watchTasks();
  const start = await runner.readCpu();
  await box.getByLabel('Choose files').setInputFiles(archive);
  const button = box.getByRole('button', { name: /^Import \d/ });
  await button.waitFor();
  const read = await runner.readCpu();
  const offered = Number((await button.innerText()).replaceAll(/\D/g, ''));
  await button.click();
  const status = box.getByRole('status').filter({ hasText: 'added' });
  await status.waitFor();
  const end = await runner.readCpu();
  const longest = await tasks.stop();
  const message = await status.innerText();
  bench.log(`the page says: ${message}`);
  const added = Number(message.replaceAll(',', '').match(/\d+/)?.[0] ?? 0);
  return [
    exactly('running: runs imported', Math.min(added, offered), archivedRuns, 'runs'),
    atMost('running: import, the page and its worker', cpuBetween(start, end).renderer, 60, 's CPU'),
    noLimit('running: import, until it is read', cpuBetween(start, read).renderer, 's CPU'),
    noLimit('running: import, the whole browser', cpuBetween(start, end).browser, 's CPU'),
    atMost('running: import, longest task of the page', longest.cpu, 100, 'ms CPU'),
    noLimit('running: import, longest task by the clock', longest.clock, 'ms'),
  ];
}

async function measureList(runner: RunnerPage): Promise<Figure[]> {
  const { page } = runner;
  const loads: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await page.goto('about:blank');
    const before = await runner.readCpu();
    await page.goto('/running?rows=all');
    await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().waitFor();
    await settle(page);
    loads.push(cpuBetween(before, await runner.readCpu()).renderer);
  }
  const still = await runner.readCpu();
  const frames = await page.evaluate(scrollThrough);
  const scrolling = cpuBetween(still, await runner.readCpu()).renderer * 1000;
  return [
    atMost('running: 5,000 runs, until the page is idle', median(loads), 1, 's CPU'),
    atMost('running: 5,000 runs, scrolling, a frame', scrolling / frames.count, 1000 / 60, 'ms CPU'),
    atLeast('running: 5,000 runs, frames in time while scrolling', frames.inTime, 0.95, 'ratio'),
    noLimit('running: 5,000 runs, pixels scrolled', frames.pixels, 'pixels'),
  ];
}

/** Waits until no request is in flight and the main thread is idle. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => requestIdleCallback(() => done()))),
  );
}

/** Runs in the page: down and up again at forty pixels a frame, as a thumb does. */
async function scrollThrough(): Promise<{ count: number; inTime: number; pixels: number }> {
  const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
  const intervals: number[] = [];
  let [pixels, step] = [0, 40];
  let last = await nextFrame();
  while (intervals.length < 400) {
    const before = scrollY;
    scrollBy(0, step);
    const now = await nextFrame();
    intervals.push(now - last);
    last = now;
    pixels += Math.abs(scrollY - before);
    if (scrollY === before) step = -step;
  }
  // Chromium without a screen makes sixty frames a second; one that comes half a frame late counts as dropped.
  const inTime = intervals.filter((each) => each < 1500 / 60).length / intervals.length;
  return { count: intervals.length, inTime, pixels };
}
