/** The admin area's SQL: an owner runs statements, keeps them, and saves a migration. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { checkLook } from '../harness/check-look.ts';
import { readDownload } from '../harness/read-download.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
test.beforeAll(async ({ hosted }) => {
  ({ site, close } = await openStatsSite(hosted));
  await site.database.sql.script(`
    create table public.places (id int primary key, name text, note text);
    insert into public.places values (1, 'Harbour', null), (2, 'Lighthouse', '')`);
});
test.afterAll(() => close());

async function openSql(page: Page): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/sql`);
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const result = (page: Page) => page.getByRole('region', { name: 'Result' });

async function write(page: Page, sql: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
}

test(
  'an owner reads rows by keyboard, takes them along as CSV, and a reload loses nothing',
  { tag: ['@phone', '@hosted'] },
  async ({ page }, info) => {
    await openSql(page);
    await expect(editor(page)).toContainText('from auth.users');
    await write(page, 'select id, name, note, id as id from places order by 1');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(result(page).getByRole('status')).toHaveText(/^2 rows in /);
    await expect(result(page).getByRole('columnheader')).toHaveText(['id', 'name', 'note', 'id']);
    await expect(result(page).getByRole('cell')).toHaveText([
      '1',
      'Harbour',
      'null',
      '1',
      '2',
      'Lighthouse',
      '',
      '2',
    ]);
    await checkLook(page);
    await takeScreenshots(page, info, 'sql-rows');
    const downloading = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    expect(await readDownload(await downloading)).toBe(
      'id,name,note,id\r\n1,Harbour,,1\r\n2,Lighthouse,"",2\r\n',
    );
    await page.reload();
    await expect(editor(page)).toContainText('select id, name, note');
    await button(page, 'Explain').click();
    await expect(result(page).getByRole('group', { name: 'Plan' })).toContainText('places');
  },
);

test(
  'changes need the switch, and an error shows its place',
  { tag: '@phone' },
  async ({ page, expectMessage }, info) => {
    expectMessage(/status of 422/);
    await openSql(page);
    await write(page, `update places set nme = 'Pier' where id = 1`);
    await button(page, 'Run').click();
    await expect(result(page).getByRole('alert')).toContainText(
      'column "nme" of relation "places" does not exist',
    );
    await expect(editor(page).locator('.cm-error-place')).toHaveText('nme');
    await write(page, `update places set name = 'Pier' where id = 1`);
    await button(page, 'Run').click();
    await expect(result(page).getByRole('alert')).toContainText('Switch on “Allow changes” to run this.');
    await checkLook(page);
    await takeScreenshots(page, info, 'sql-error');
    await page.getByLabel('Allow changes').check();
    await expect(page.getByText('There is no undo.')).toBeVisible();
    await button(page, 'Run').click();
    await expect(result(page).getByRole('status')).toHaveText(/^1 row, done in /);
    expect(await site.database.sql`select name from places where id = 1`).toEqual([{ name: 'Pier' }]);
    await checkLook(page);
    await page.reload();
    await expect(page.getByLabel('Allow changes')).not.toBeChecked();
  },
);

test('a statement can be stopped', async ({ page }) => {
  await openSql(page);
  await write(page, 'select pg_sleep(60)');
  await button(page, 'Run').click();
  await button(page, 'Stop').click();
  await expect(result(page).getByRole('alert')).toContainText('Stopped.');
  await expect
    .poll(
      () =>
        site.database
          .sql`select 1 from pg_stat_activity where query like '%admin_run_sql%' and state = 'active' and wait_event = 'PgSleep'`,
    )
    .toEqual([]);
});

test('snippets are saved, deleted and brought back; a migration that fails says where', async ({
  page,
  expectMessage,
}, info) => {
  expectMessage(/status of 422/);
  await openSql(page);
  await expect(page.getByText('None yet.')).toBeVisible();
  await write(page, 'select 1 as one');
  await page.getByLabel('Name', { exact: true }).fill('One');
  await button(page, 'Save snippet').click();
  await expect(page.getByText('“One” is saved.')).toBeVisible();
  await write(page, 'select nonsense');
  await button(page, 'One').click();
  await expect(editor(page)).toHaveText('select 1 as one');
  await button(page, 'Delete One').click();
  await expect(button(page, 'One')).toBeHidden();
  await button(page, 'Undo').click();
  await expect(button(page, 'One')).toBeVisible();
  // The folder of the migrations is the repository's, so the server's answer is imitated here.
  await page.route('**/admin/v1/migrations', (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'sql-failed', message: 'column "nonsense" does not exist', position: 8 },
    }),
  );
  await write(page, 'select nonsense');
  await page.getByLabel('Name of the migration').fill('add_nonsense');
  await button(page, 'Save and apply').click();
  await expect(page.getByRole('alert').filter({ hasText: 'nonsense' })).toBeVisible();
  await expect(editor(page).locator('.cm-error-place')).toHaveText('nonsense');
  await checkLook(page);
  await takeScreenshots(page, info, 'sql-snippets');
});
