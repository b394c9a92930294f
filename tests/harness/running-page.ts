/** What tests do on the running page, as a person would. */
import { expect, type Page } from '@playwright/test';
import { expectSignedIn, openLogin, signInWithPassword, waitForReact } from './login-page.ts';
import type { RunFile } from './run-files.ts';
import type { Person } from './sign-in-site.ts';

export const importPart = (page: Page) => page.getByRole('region', { name: 'Import' });
export const zonesPart = (page: Page) => page.getByRole('region', { name: 'Privacy zones' });

/** Parts of the page are fetched one after the other, and a busy machine takes its time. */
const patience = { timeout: 30_000 };

/** Signs in and opens the page with one's own runs. */
export async function openAs(page: Page, person: Person): Promise<void> {
  await openLogin(page);
  await signInWithPassword(page, person);
  await expectSignedIn(page);
  await openRunning(page);
  await expect(importPart(page).getByText('Choose files')).toBeVisible(patience);
}

export async function openRunning(page: Page, query = ''): Promise<void> {
  await page.goto(`/running${query}`);
  await waitForReact(page);
}

export async function chooseFiles(page: Page, files: readonly RunFile[]): Promise<void> {
  await importPart(page)
    .getByLabel('Choose files')
    .setInputFiles([...files]);
}

/** The whole way of an import, without a look at what was found. */
export async function importRuns(page: Page, files: readonly RunFile[]): Promise<void> {
  await chooseFiles(page, files);
  await importPart(page)
    .getByRole('button', { name: /^Import \d/ })
    .click();
  await expect(importPart(page).getByRole('status')).toContainText('added', patience);
  await importPart(page).getByRole('button', { name: 'Done' }).click();
}

/** Opens a run of the list by its name. */
export async function openRun(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Runs' }).getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible(patience);
}
