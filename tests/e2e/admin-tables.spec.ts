/** The admin area's Tables: an owner reads, filters, changes and deletes rows, and looks with the eyes of others. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { checkLook } from '../harness/check-look.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
test.beforeAll(async ({ hosted }) => {
  ({ site, close } = await openStatsSite(hosted));
  await site.database.sql.script(`
    create type public.mood as enum ('low', 'fine', 'high');
    create table public.towns (id integer primary key, name text not null);
    alter table public.towns enable row level security;
    insert into public.towns values (1, 'Oslo'), (2, 'Rome'), (3, 'Lima');
    create table public.walks (id integer generated always as identity primary key, title text, steps integer not null default 0, mood public.mood,
      is_far boolean, details jsonb, begun timestamptz, town integer references public.towns (id) on delete cascade);
    comment on table public.walks is 'Walks around towns';
    insert into public.walks (title, steps, mood, is_far, details, begun, town)
      select case n % 5 when 0 then null when 1 then '' else 'Walk ' || n end, n * 37 % 10000, 'fine', n % 2 = 0,
        jsonb_build_object('number', n), timestamptz '2026-03-01 10:00:00Z' + n * interval '1 hour', 1 + n % 2
      from generate_series(1, 5000) n;
    analyze public.walks;`);
});
test.afterAll(() => close());

async function openTables(page: Page, search = ''): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/tables${search}`);
}

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
/** What has just been done, at the edge of the screen. */
const notice = (page: Page, text: string) => page.locator('.admin-notice').getByText(text);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const grid = (page: Page) => page.getByRole('grid');
/** A row by its number in the grid, from 1. */
const line = (page: Page, number: number) => grid(page).locator(`[aria-rowindex="${number + 1}"]`);
const cells = (page: Page, number: number) => line(page, number).getByRole('gridcell');
const walk = async (id: number) =>
  (await site.database.sql<Record<string, unknown>[]>`select * from public.walks where id = ${id}`)[0];

test(
  'an owner finds a table, sorts and filters it, and goes back',
  { tag: ['@phone', '@hosted'] },
  async ({ page }, info) => {
    await openTables(page);
    await expect(page.getByText('Walks around towns')).toBeVisible();
    await expect(page.getByRole('row', { name: /^walks/ })).toContainText('open to everyone');
    await expect(page.getByRole('row', { name: /^towns/ })).not.toContainText('open to everyone');
    await checkLook(page);
    await takeScreenshots(page, info, 'tables');
    await page.getByRole('searchbox', { name: 'Search tables' }).fill('nothing like this');
    await expect(page.getByText('No table has “nothing like this”')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search tables' }).fill('walk');
    await page.getByRole('link', { name: 'walks' }).click();
    await expect(cells(page, 1).nth(2)).toHaveText('empty');
    await expect(cells(page, 5).nth(2)).toHaveText('null');
    await expect(status(page, '5,000 rows')).toBeVisible();
    await checkLook(page);
    await takeScreenshots(page, info, 'table');
    await page.getByRole('columnheader', { name: 'steps' }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=steps\.asc/);
    await page.getByRole('combobox', { name: 'Column' }).selectOption('title');
    await page.getByRole('combobox', { name: 'Comparison' }).selectOption('ilike');
    await page.getByRole('textbox', { name: 'Value' }).fill('walk 49*');
    await button(page, 'Add filter').click();
    await expect(page).toHaveURL(/filter=title\.ilike/);
    // 49, and of 490–499 and 4900–4999 those that have a title.
    await expect(status(page, '67 rows')).toBeVisible();
    await page.goBack();
    await expect(button(page, 'Remove filter title is like walk 49*')).toBeHidden();
    await page.goForward();
    await button(page, 'Remove filter title is like walk 49*').click();
    await expect(page).toHaveURL(/sort=steps\.asc$/);
    await expect(page.getByRole('columnheader', { name: 'steps' })).toHaveAttribute('aria-sort', 'ascending');
  },
);

test('scrolling loads row after row, and only a few are in the page', async ({ page }) => {
  await openTables(page, '?table=public.walks');
  await expect(cells(page, 1).nth(1)).toHaveText('1');
  await grid(page).focus();
  for (let times = 0; times < 60; times++) {
    const before = await grid(page).evaluate((box) => box.scrollHeight);
    await grid(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    if (await line(page, 5000).count()) break;
    await expect
      .poll(() =>
        grid(page).evaluate(
          (box, height) => box.scrollHeight > height || box.scrollTop + box.clientHeight >= 5000 * 34,
          before,
        ),
      )
      .toBe(true);
  }
  await expect(cells(page, 5000).nth(1)).toHaveText('5000');
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80);
  await page.keyboard.press('Control+Home');
  await expect(cells(page, 1).nth(1)).toHaveText('1');
});

test(
  'a cell is edited by keyboard, a row in its form',
  { tag: ['@phone'] },
  async ({ page, expectMessage }, info) => {
    expectMessage(/status of (409|422)/);
    await openTables(page, '?table=public.walks&sort=id.asc');
    await expect(cells(page, 2).nth(2)).toHaveText('Walk 2');
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.type('By the sea');
    await page.keyboard.press('Enter');
    await expect(notice(page, 'title is changed.')).toBeVisible();
    await expect(cells(page, 2).nth(2)).toHaveText('By the sea');
    expect(await walk(2)).toMatchObject({ title: 'By the sea' });
    await button(page, 'Undo').click();
    await expect(cells(page, 2).nth(2)).toHaveText('Walk 2');
    await grid(page).focus();
    await page.keyboard.press('Control+Backspace');
    await expect(cells(page, 2).nth(2)).toHaveText('null');
    // A value that does not fit is refused, and nothing is lost.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await expect(notice(page, 'invalid input syntax for type integer: "many"')).toBeVisible();
    expect(await walk(2)).toMatchObject({ title: null, steps: 74 });
    // Changed by another in the meantime.
    await site.database.sql`update public.walks set steps = 99 where id = 2`;
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await expect(notice(page, 'This was changed in the meantime.')).toBeVisible();
    await expect(cells(page, 2).nth(3)).toHaveText('99');

    await grid(page).focus();
    await page.keyboard.press('Shift+Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit row' });
    await expect(dialog.getByRole('textbox', { name: 'details' })).toHaveValue('{"number": 2}');
    await checkLook(page);
    await takeScreenshots(page, info, 'table-row');
    await dialog.getByRole('textbox', { name: 'details' }).fill('{"number": ');
    await button(page, 'Save row').click();
    await expect(dialog.getByText('This is no JSON yet').first()).toBeVisible();
    await dialog.getByRole('textbox', { name: 'details' }).fill('{"number": 22}');
    await dialog.getByRole('combobox', { name: 'mood' }).selectOption('high');
    await button(page, 'Choose town').click();
    await dialog.getByRole('searchbox', { name: 'Search towns' }).fill('lim');
    await dialog.getByRole('button', { name: '3 Lima' }).click();
    await button(page, 'Save row').click();
    await expect(notice(page, 'The row is saved.')).toBeVisible();
    expect(await walk(2)).toMatchObject({ details: { number: 22 }, mood: 'high', town: 3 });
  },
);

test('rows are added, deleted and brought back', async ({ page, expectMessage }, info) => {
  expectMessage(/status of (409|422)/);
  await openTables(page, '?table=public.towns');
  await button(page, 'Add a row').click();
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('4');
  await button(page, 'Add row').click();
  await expect(page.getByRole('alert').filter({ hasText: 'This column needs a value.' })).toBeVisible();
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Kyoto');
  await button(page, 'Add row').click();
  await expect(notice(page, 'The row is added.')).toBeVisible();
  await expect(cells(page, 4).nth(2)).toHaveText('Kyoto');
  await page.getByRole('checkbox', { name: 'Select row 4' }).check();
  await button(page, 'Delete 1 row').click();
  await expect(notice(page, '1 row deleted.')).toBeVisible();
  await expect(line(page, 4)).toBeHidden();
  await button(page, 'Undo').click();
  await expect(cells(page, 4).nth(2)).toHaveText('Kyoto');
  // Rome has walks, which would follow it.
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await button(page, 'Delete 1 row').click();
  const dialog = page.getByRole('dialog', { name: 'Other rows would follow' });
  await expect(dialog).toContainText('More than 1,000 rows of public.walks would be deleted as well.');
  await checkLook(page);
  await takeScreenshots(page, info, 'table-follow');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await site.database.sql`select from public.towns`).toHaveLength(4);
});

test(
  'an owner looks as a visitor and as a person',
  { tag: ['@phone', '@hosted'] },
  async ({ page }, info) => {
    const [person] = await site.database.sql<{ id: string }[]>`
    select id from auth.users where email = ${site.stranger.email}`;
    await site.database.sql.script(`
    create table if not exists public.letters (id integer primary key, reader uuid, body text);
    alter table public.letters enable row level security;
    create policy "own letters" on public.letters to authenticated using (reader = auth.uid());
    insert into public.letters values (1, '${person?.id}', 'for a reader'), (2, null, 'for no one');`);
    await openTables(page, '?table=public.letters');
    await expect(cells(page, 2).nth(3)).toHaveText('for no one');
    await button(page, 'Visitor').click();
    await expect(page).toHaveURL(/as=anon/);
    await expect(page.getByText('A visitor sees no row of this table.')).toBeVisible();
    await button(page, 'Person …').click();
    await page.getByRole('searchbox', { name: 'Search people' }).fill(site.stranger.email);
    await page.getByRole('button', { name: site.stranger.email }).click();
    await expect(page).toHaveURL(new RegExp(`as=${person?.id}`));
    await expect(cells(page, 1).nth(3)).toHaveText('for a reader');
    await expect(line(page, 2)).toBeHidden();
    await expect(button(page, 'Add a row')).toBeHidden();
    await checkLook(page);
    await takeScreenshots(page, info, 'table-look-as');
    await button(page, 'Owner').click();
    await expect(cells(page, 2).nth(3)).toHaveText('for no one');
  },
);
