/** Files: long moves are shown and stopped, and what cannot be shown is said. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
test.beforeAll(async ({ hosted }) => {
  ({ site, close } = await openStatsSite(hosted));
  await site.database.sql`insert into storage.buckets (id, name, public) values ('drawer', 'drawer', false)`;
});
test.afterAll(() => close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notice = (page: Page, text: string) => page.locator('.admin-notice p').filter({ hasText: text });
const stored = async () =>
  (
    await site.database.sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = 'drawer' order by name collate "C"`
  ).map(({ name }) => name);

async function upload(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/files?bucket=drawer`);
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByRole('status').filter({ hasText: 'All uploads are stored.' })).toBeVisible();
}

test('moving several files shows how far it is, is stopped, and what was moved is undone', async ({
  page,
}) => {
  await upload(
    page,
    ['a', 'b', 'c'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })),
  );
  for (const name of ['a', 'b', 'c']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await button(page, 'Move …').click();
  await page.getByRole('textbox', { name: 'Folder for 3 entries' }).fill('inner');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = 0;
  await page.route('**/files/move', async (route) => {
    if (++asked === 2) await held;
    await route.continue();
  });
  await button(page, 'Move').click();
  await expect(page.getByRole('status').filter({ hasText: '1 of 3 moved' })).toBeVisible();
  await button(page, 'Stop').click();
  letGo();
  await expect(notice(page, 'Stopped. 2 of 3 entries are moved.')).toBeVisible();
  expect(await stored()).toEqual(['c', 'inner/a', 'inner/b']);
  await button(page, 'Undo').click();
  await expect.poll(stored).toEqual(['a', 'b', 'c']);
});

test('a picture that is none has neither a broken thumbnail nor a broken preview', async ({ page }) => {
  await upload(page, [{ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }]);
  await page.getByRole('link', { name: 'broken.png', exact: true }).click();
  await expect(page.getByText('This is no picture that a browser can show.')).toBeVisible();
  await expect(page.locator('.files img')).toHaveCount(0);
});

test('a file whose folder cannot be read is not said to be loading for ever', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/status of 502/);
  await signInByApi(page, site, site.owner);
  await page.route('**/files/list*', (route) =>
    route.fulfill({ status: 502, json: { code: 'storage', message: 'The storage does not answer.' } }),
  );
  await page.goto(`${site.url}/admin/files?bucket=drawer&file=a`);
  await expect(page.getByRole('region', { name: 'File', exact: true }).getByRole('alert')).toHaveText(
    'The storage does not answer.',
  );
});
