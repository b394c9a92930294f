/** Tables by keyboard, and what stays right when rows move: the focus, undo, null and empty. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
test.beforeAll(async ({ hosted }) => {
  ({ site, close } = await openStatsSite(hosted));
  await site.database.sql.script(`
    create table public.ports (id integer primary key, name text not null);
    insert into public.ports select n, 'Port ' || n from generate_series(1, 30) n;
    create table public.boats (id integer primary key, name text, length numeric, built date, port integer references public.ports (id));
    insert into public.boats select n, case when n > 2 then 'Boat ' || n end, n * 1.5, date '2001-01-01' + n, n from generate_series(1, 30) n;
    analyze public.ports, public.boats;`);
});
test.afterAll(() => close());

async function openBoats(page: Page): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/tables?table=public.boats&sort=id.asc`);
  await expect(cell(page, 1, 'id')).toHaveText('1');
}

const columns = ['id', 'name', 'length', 'built', 'port'] as const;
const grid = (page: Page) => page.getByRole('grid');
const cell = (page: Page, row: number, column: (typeof columns)[number]) =>
  grid(page)
    .locator(`[aria-rowindex="${row + 1}"]`)
    .getByRole('gridcell')
    .nth(columns.indexOf(column) + 1);
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const notice = (page: Page, text: string) => page.locator('.admin-notice').getByText(text);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const boat = async (id: number) =>
  (await site.database.sql<Record<string, unknown>[]>`select * from public.boats where id = ${id}`)[0];

test('a column is sorted by keyboard, and the head keeps the focus', async ({ page }) => {
  await openBoats(page);
  await grid(page).focus();
  await page.keyboard.press('ArrowUp');
  for (let times = 0; times < 2; times++) await page.keyboard.press('ArrowRight');
  for (const direction of ['asc', 'desc']) {
    const rows = page.waitForResponse(new RegExp(`/tables/rows.*sort=length\\.${direction}`));
    await page.keyboard.press('Enter');
    await (await rows).finished();
    await expect(head(page, 'length')).toHaveAttribute('aria-sort', `${direction}ending`);
    await expect(cell(page, 1, 'id')).toBeVisible();
    await expect(grid(page)).toBeFocused();
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('x');
  await expect(grid(page).getByRole('textbox', { name: 'length' })).toHaveValue('x');
});

test('in a cell null is not an empty text, and a number that is deleted is null', async ({ page }) => {
  await openBoats(page);
  await cell(page, 1, 'name').dblclick();
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'name')).toHaveText('null');
  await cell(page, 1, 'name').dblclick();
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'name')).toHaveText('empty');
  for (const column of ['length', 'built'] as const) {
    await cell(page, 1, column).dblclick();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect(cell(page, 1, column)).toHaveText('null');
  }
  expect(await boat(1)).toMatchObject({ name: '', length: null, built: null });
});

test('undo reaches a row that was sorted elsewhere, and keeps later changes', async ({ page }) => {
  await openBoats(page);
  await cell(page, 5, 'name').dblclick();
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'name is changed.')).toBeVisible();
  await head(page, 'id').getByRole('button').click();
  await expect(cell(page, 26, 'name')).toHaveText('Renamed');
  await button(page, 'Undo').click();
  await expect(cell(page, 26, 'name')).toHaveText('Boat 5');
  await page.getByRole('checkbox', { name: 'Select row 3', exact: true }).check();
  await button(page, 'Delete 1 row').click();
  await expect(notice(page, '1 row deleted.')).toBeVisible();
  await head(page, 'id').getByRole('button').click();
  await expect(page.getByRole('status').filter({ hasText: '29 rows' })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByRole('status').filter({ hasText: '30 rows' })).toBeVisible();
});

test('the focus is in the grid again after a form and after a deletion', async ({ page }) => {
  await openBoats(page);
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('By the form');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'The row is saved.')).toBeVisible();
  await expect(grid(page)).toBeFocused();
  await expect(cell(page, 2, 'name')).toHaveText('By the form');
  await page.keyboard.press('Space');
  await button(page, 'Delete 1 row').press('Enter');
  await expect(notice(page, '1 row deleted.')).toBeVisible();
  await expect(grid(page)).toBeFocused();
});

test('a filter is there once, and with the eyes of others there is no file', async ({ page }) => {
  await openBoats(page);
  for (let times = 0; times < 2; times++) {
    await page.getByRole('textbox', { name: 'Value' }).fill('7');
    await button(page, 'Add filter').click();
    await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('');
  }
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(1);
  await expect(button(page, 'Download CSV')).toBeVisible();
  await button(page, 'Visitor').click();
  await expect(button(page, 'Download CSV')).toBeHidden();
  await expect(button(page, 'Add column')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Policies' })).toBeVisible();
});

test('rows that cannot be searched are not said to be missing', async ({ page, expectMessage }) => {
  expectMessage(/status of 504/);
  await openBoats(page);
  await page.route('**/tables/rows?table=public.ports*', (route) =>
    route.fulfill({ status: 504, json: { code: 'too-slow', message: 'This took too long.' } }),
  );
  await cell(page, 1, 'port').dblclick();
  await button(page, 'Choose port').click();
  await expect(page.getByRole('status').filter({ hasText: 'This took too long.' })).toBeVisible();
  await expect(page.getByText('No row has this.')).toBeHidden();
});

test('an open panel moves no button, and is as wide as the rows', async ({ page }) => {
  await openBoats(page);
  const placeOf = async (name: string) =>
    await button(page, name).evaluate((element) => element.getBoundingClientRect().toJSON());
  const before = await placeOf('Add a row');
  expect((await placeOf('Import CSV')).y).toBe(before.y);
  await button(page, 'Import CSV').click();
  const panel = page.getByRole('region', { name: 'Import CSV' });
  await expect(panel).toBeVisible();
  expect(await placeOf('Add a row')).toEqual(before);
  expect((await placeOf('Import CSV')).y).toBe(before.y);
  const [outer, inner] = await Promise.all([grid(page).boundingBox(), panel.boundingBox()]);
  expect(inner?.width).toBe(outer?.width);
});

test('a row of another table is chosen by keyboard, and so is the person to look as', async ({ page }) => {
  await openBoats(page);
  await cell(page, 1, 'port').dblclick();
  await button(page, 'Choose port').press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search ports' })).toBeFocused();
  await page.keyboard.type('port 17');
  await button(page, '17 Port 17').press('Enter');
  await expect(page.getByRole('textbox', { name: 'port' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'port' })).toHaveValue('17');
  await page.keyboard.press('Escape');
  await button(page, 'Person …').press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeFocused();
  await page.keyboard.type(site.stranger.email);
  await page.getByRole('button', { name: site.stranger.email }).press('Enter');
  await expect(page.getByRole('group', { name: 'Look as' }).locator('[aria-pressed="true"]')).toBeFocused();
});

test('the form of a new table is as wide as the list, below the search', async ({ page }) => {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/tables`);
  const search = page.getByRole('searchbox', { name: 'Search tables' });
  const topOf = () => search.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  await expect(button(page, 'New table')).toBeVisible();
  const before = await topOf();
  await button(page, 'New table').click();
  const form = page.getByRole('form', { name: 'New table' });
  await expect(form).toBeVisible();
  expect(await topOf()).toBe(before);
  const [list, panel] = await Promise.all([
    page.locator('.tables-list').first().boundingBox(),
    form.boundingBox(),
  ]);
  expect(panel?.width).toBe(list?.width);
});
