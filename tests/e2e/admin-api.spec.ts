/** The admin area's API: calls to copy, types, and keys that are shown once. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { readDownload } from '../harness/read-download.ts';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
test.beforeAll(async ({ hosted }) => {
  ({ site, close } = await openStatsSite(hosted));
  await site.database.sql.script('create table public.places (id int primary key, name text not null)');
});
test.afterAll(() => close());

/** The dialog is hidden a moment before the browser says that it closed, which is when its keys leave the page. */
async function expectNoKeys(page: Page): Promise<void> {
  await expect(page.locator('dialog.api-keys')).not.toBeAttached();
  expect(await page.content()).not.toContain('sb_secret_');
}

test(
  'an owner copies a call, takes the types along and sees the keys for a minute',
  { tag: '@phone' },
  async ({ page }, info) => {
    await signInByApi(page, site, site.owner);
    await page.clock.install();
    await page.goto(`${site.url}/admin/api?of=table:places`);
    await expect(page.getByText(`supabase.from('places').insert({ id: 1, name: 'text' })`)).toBeVisible();
    await page.getByLabel('Table or function').selectOption('function:admin_api');
    await expect(page.getByText("supabase.rpc('admin_api')")).toBeVisible();
    await page.getByLabel('Table or function').selectOption('table:places');
    await page.getByRole('button', { name: 'curl' }).click();
    await expect(page.getByText(`curl -X DELETE '${site.url}/rest/v1/places?id=eq.1'`)).toBeVisible();
    expect(await runAxeInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await takeScreenshots(page, info, 'api');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download types (TypeScript)' }).click();
    expect(await readDownload(await downloading)).toContain('places: {');

    await page.getByRole('button', { name: 'Show secret keys' }).click();
    const dialog = page.getByRole('dialog', { name: 'Secret keys' });
    await expect(dialog.getByText('sb_secret_')).toBeVisible();
    expect(await runAxe(page)).toEqual([]);
    await takeScreenshots(page, info, 'api-keys');
    await page.keyboard.press('Escape');
    await expectNoKeys(page);
    await page.getByRole('button', { name: 'Show secret keys' }).click();
    await expect(dialog).toBeVisible();
    await page.clock.runFor(61_000);
    await expectNoKeys(page);
    expect(
      JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('sb_secret_');
  },
);
