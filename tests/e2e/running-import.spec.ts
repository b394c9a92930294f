/** Importing runs: files of every kind, the plan for each, and undoing. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';
import {
  appleHealthExport,
  doubtfulFiles,
  everyKindOfFile,
  firstFiles,
  garminExport,
  gpxFile,
  stravaExport,
} from '../harness/run-files.ts';
import {
  chooseFiles,
  importPart,
  importRuns,
  openAsRunner,
  openRun,
  openRunning,
} from '../harness/running-page.ts';
import { expect, test } from '../harness/sign-in-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

const found = (page: Page) => importPart(page).getByRole('list', { name: 'Found' });
const importButton = (page: Page) => importPart(page).getByRole('button', { name: /^Import \d/ });
const runs = (page: Page) => page.getByRole('region', { name: 'Runs' });

test('files of every kind are shown with their plan, and only the chosen ones are imported', async ({
  page,
  signInSite,
}) => {
  test.slow();
  await openAsRunner(page, signInSite);
  await importRuns(page, firstFiles());
  await chooseFiles(page, [...everyKindOfFile(), stravaExport()]);
  await expect(found(page)).toHaveText('5 new1 more detailed3 unreadable2 already imported2 not runs');
  const box = importPart(page);
  for (const reason of [
    'This FIT file ends in the middle.',
    'This is not a GPX, TCX or FIT file.',
    'This is not valid XML: it ends in the middle.',
  ])
    await expect(box.getByText(reason)).toBeVisible();
  await box.getByRole('heading', { name: 'Already imported' }).click();
  await expect(box.getByText('You already have this run.')).toBeVisible();
  await expect(box.getByText('The same run as in hills.tcx.')).toBeVisible();
  await box.getByRole('heading', { name: 'Not runs' }).click();
  await expect(box.getByText('This is not a run: “cycling”.')).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
  await box.getByRole('checkbox', { name: 'Packed' }).uncheck();
  await expect(importButton(page)).toHaveText('Import 5 runs');
  await importButton(page).click();
  await expect(box.getByRole('status')).toHaveText('4 runs added, 1 run replaced by more detailed files.');
  await expect(runs(page).getByRole('link', { name: 'Commute to work' })).toBeVisible();
  await expect(runs(page).getByRole('link', { name: 'Treadmill' })).toBeVisible();
  // The more detailed file has replaced the other one, and its name.
  await expect(runs(page).getByRole('link', { name: 'By phone' })).toHaveCount(1);
  await expect(runs(page).getByRole('link', { name: 'Packed' })).toHaveCount(0);

  // The same files again: only those that were left out are new.
  await box.getByRole('button', { name: 'Done' }).click();
  await chooseFiles(page, [...everyKindOfFile(), stravaExport()]);
  await expect(found(page)).toHaveText('1 new3 unreadable7 already imported2 not runs');
  await box.getByRole('button', { name: 'Discard' }).click();

  // After undoing, the replaced run is there again.
  await box.getByRole('button', { name: 'Undo …' }).click();
  await box.getByRole('button', { name: 'Undo it' }).click();
  await expect(box.getByRole('status')).toHaveText('Import undone.');
  await expect(runs(page).getByRole('link', { name: 'By phone' })).toBeVisible();
  await expect(runs(page).getByRole('link', { name: 'Commute to work' })).toHaveCount(0);
});

test(
  'what may be no run is not chosen, and a run without a date asks for one',
  { tag: '@phone' },
  async ({ page, signInSite }, info) => {
    await openAsRunner(page, signInSite);
    await chooseFiles(page, doubtfulFiles());
    await expect(found(page)).toHaveText('1 new2 maybe runs1 not runs');
    const box = importPart(page);
    await expect(importButton(page)).toHaveText('Import 1 run');
    await expect(box.getByText('Incomplete. This FIT file ends in the middle.')).toBeVisible();
    await expect(box.getByText('The file says it is “training”.')).toBeVisible();
    await expect(box.getByText('The watch did not know the date.')).toBeVisible();
    const doubtful = box.locator('[data-kind="doubtful"] .plan-row');
    const undated = doubtful.filter({ hasText: 'old-watch.fit' });
    await expect(undated.getByRole('checkbox')).toBeDisabled();
    await takeScreenshots(page, info, 'doubtful');
    await undated.getByLabel('When was it?').fill('2015-06-07T18:30');
    await expect(undated.getByRole('checkbox')).toBeChecked();
    await doubtful.filter({ hasText: 'gym.fit' }).getByRole('checkbox').check();
    await box.getByRole('heading', { name: 'Not runs' }).click();
    await box.getByRole('checkbox', { name: 'ride.gpx' }).check();
    expect(await runAxe(page)).toEqual([]);
    await expect(importButton(page)).toHaveText('Import 4 runs');
    await importButton(page).click();
    await expect(box.getByRole('status')).toHaveText('4 runs added. Only you can see them.');
    await expect(runs(page).getByRole('checkbox', { name: 'Select Evening run, Jun 7, 2015' })).toBeVisible();
    await expect(runs(page).getByRole('link', { name: 'To the lake' })).toBeVisible();
  },
);

test('whole exports of Garmin and Apple Health are imported in one step', async ({ page, signInSite }) => {
  await openAsRunner(page, signInSite);
  await chooseFiles(page, [garminExport(), appleHealthExport()]);
  await expect(found(page)).toHaveText('3 new2 not runs');
  await expect(importButton(page)).toHaveText('Import 3 runs');
  await importButton(page).click();
  await expect(importPart(page).getByRole('status')).toHaveText('3 runs added. Only you can see them.');
  await expect(runs(page).getByRole('link', { name: 'Typed in' })).toBeVisible();
  const name = runs(page).getByRole('rowheader', { name: 'Over the bridge' });
  await expect(name).toBeVisible();
  // There is room for the whole name.
  expect(await name.evaluate((cell) => cell.scrollWidth > cell.clientWidth)).toBe(false);
  const apple = runs(page).getByRole('row').filter({ hasText: 'Apr 21, 2026' });
  await expect(apple).toContainText('4.34 km');
  await expect(apple.getByRole('cell').nth(-2)).toHaveText('152');
});

test('progress is shown while reading and saving, and reading can be canceled', async ({
  page,
  signInSite,
}) => {
  await openAsRunner(page, signInSite);
  const box = importPart(page);
  const held = await hold(page, '**/rest/v1/runs?*');
  await chooseFiles(page, firstFiles());
  await expect(box.getByRole('progressbar', { name: 'Reading' })).toBeVisible();
  await expect(box.getByText('2 runs found')).toBeVisible();
  await box.getByRole('button', { name: 'Cancel' }).click();
  await expect(box.getByRole('status')).toHaveText('Stopped. Nothing was imported.');
  await held.release();

  await chooseFiles(page, firstFiles());
  const saving = await hold(page, /rest\/v1\/(rpc\/add_runs|run_imports)/);
  await importButton(page).click();
  await expect(box.getByRole('progressbar', { name: 'Importing' })).toBeVisible();
  await expect(box).toContainText('0 of 2');
  await saving.release();
  await expect(box.getByRole('status')).toHaveText('2 runs added. Only you can see them.');
  await box.getByRole('button', { name: 'Undo this import' }).click();
  await expect(box.getByRole('status')).toHaveText('Import undone.');
});

test('files are chosen by keyboard, and dropped', async ({ page, signInSite }) => {
  await openAsRunner(page, signInSite);
  const box = importPart(page);
  const chooser = page.waitForEvent('filechooser');
  await box.getByLabel('Choose files').press('Enter');
  await (await chooser).setFiles(gpxFile('keys.gpx', '2026-05-01', 'By keyboard'));
  await expect(box.getByRole('checkbox', { name: 'By keyboard' })).toBeChecked();
  await box.getByRole('button', { name: 'Discard' }).click();

  const { buffer } = gpxFile('dropped.gpx', '2026-05-02', 'Dropped');
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.gpx'));
    return transfer;
  }, buffer.toString());
  const zone = box.getByRole('group', { name: 'Import runs' });
  await zone.dispatchEvent('dragenter', { dataTransfer });
  await expect(zone).toHaveAttribute('data-over');
  await zone.dispatchEvent('drop', { dataTransfer });
  await expect(box.getByRole('checkbox', { name: 'Dropped' })).toBeChecked();
});

test('after the first import the box is a button, which opens it; files can be dropped beside it', async ({
  page,
  signInSite,
}) => {
  await openAsRunner(page, signInSite, [gpxFile('river.gpx', '2026-03-01', 'Along the river')]);
  const box = importPart(page);
  const opens = box.getByRole('button', { name: 'Import runs' });
  await expect(opens).toBeVisible();
  await expect(box.getByLabel('Choose files')).toHaveCount(0);
  await opens.press('Enter');
  await expect(box.getByLabel('Choose files')).toBeFocused();
  expect(await runAxe(page)).toEqual([]);

  await openRunning(page);
  await expect(opens).toBeVisible();
  const { buffer } = gpxFile('dropped.gpx', '2026-05-02', 'Dropped');
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.gpx'));
    return transfer;
  }, buffer.toString());
  await page.locator('.import-box').dispatchEvent('dragenter', { dataTransfer });
  await expect(box.getByRole('group', { name: 'Import runs' })).toHaveAttribute('data-over');
  await page.locator('.import-box').dispatchEvent('drop', { dataTransfer });
  await expect(box.getByRole('checkbox', { name: 'Dropped' })).toBeChecked();
});

test('the original file is downloaded byte for byte', async ({ page, signInSite }) => {
  await openAsRunner(page, signInSite);
  const [fit] = everyKindOfFile().filter(({ name }) => name === 'watch.fit');
  if (!fit) throw new Error('There is no such file.');
  await importRuns(page, [fit]);
  await openRun(page, 'Morning run');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the original file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('watch.fit');
  expect((await readFile(await file.path())).equals(fit.buffer)).toBe(true);
});

test('an import can be undone on another day', async ({ page, signInSite }) => {
  await openAsRunner(page, signInSite);
  await importRuns(page, firstFiles());
  await openRunning(page);
  const box = importPart(page);
  await expect(box.getByText(/^Last import: 2 runs/)).toBeVisible();
  await box.getByRole('button', { name: 'Undo …' }).click();
  await box.getByRole('button', { name: 'Undo it' }).click();
  await expect(box.getByRole('status')).toHaveText('Import undone.');
  await expect(runs(page).getByRole('link', { name: 'Along the river' })).toHaveCount(0);
});

/** Holds requests until they are released, so that the state meanwhile can be checked. */
async function hold(page: Page, address: string | RegExp): Promise<{ release(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return {
    async release() {
      resolve();
      await page.unroute(address);
    },
  };
}
