/** What tests do on the running page, as a user would. */
import { expect, type Page } from '@playwright/test';
import { waitForReact } from './login-page.ts';
import type { RunFile } from './run-files.ts';
import { readRuns, seedRuns } from './seed-runs.ts';
import { signInByApi } from './sign-in-by-api.ts';
import type { SignInSite } from './sign-in-site.ts';

export const importPart = (page: Page) => page.getByRole('region', { name: 'Import' });
export const zonesPart = (page: Page) => page.getByRole('region', { name: 'Privacy zones' });

/** The page of a new signed-in user with the runs of these files. */
export async function openAsRunner(
  page: Page,
  site: SignInSite,
  files: readonly RunFile[] = [],
): Promise<void> {
  const client = await signInByApi(page, site, await site.createPerson());
  if (files.length > 0) await seedRuns(client, await readRuns(files));
  await openOwnRuns(page);
}

/** The page of the signed-in user. */
export async function openOwnRuns(page: Page): Promise<void> {
  await openRunning(page);
  const start = importPart(page).getByRole('button', { name: /^(Choose files|Import runs)$/ });
  await expect(start).toBeVisible();
}

/** `rest` is a query, or the id of a run after a slash. */
export async function openRunning(page: Page, rest = ''): Promise<void> {
  await page.goto(`/running${rest}`);
  await waitForReact(page);
}

export async function chooseFiles(page: Page, files: readonly RunFile[]): Promise<void> {
  // A user who has runs opens the box first.
  const open = importPart(page).getByRole('button', { name: 'Import runs' });
  if (await open.isVisible()) await open.click();
  await importPart(page)
    .getByLabel('Choose files')
    .setInputFiles([...files]);
}

/** A whole import, without checks of what was found. */
export async function importRuns(page: Page, files: readonly RunFile[]): Promise<void> {
  await chooseFiles(page, files);
  await importPart(page)
    .getByRole('button', { name: /^Import \d/ })
    .click();
  await expect(importPart(page).getByRole('status')).toContainText('added');
  await importPart(page).getByRole('button', { name: 'Done' }).click();
}

/** Opens a run of the list by its name. */
export async function openRun(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Runs' }).getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** How far each heading is from the top of the page, whatever is on screen. */
export function placesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() =>
    Object.fromEntries(
      Array.from(document.querySelectorAll('h2'), (heading) => [
        heading.textContent,
        Math.round(heading.getBoundingClientRect().top + scrollY),
      ]),
    ),
  );
}
