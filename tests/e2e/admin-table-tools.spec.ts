/** The tools of a table in the admin area: CSV out and in, policies, new tables and columns. */
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
});
test.afterAll(() => close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A table of its own for each run. Row security is off. */
async function createPlaces(): Promise<string> {
  const name = `places_${crypto.randomUUID().slice(0, 8)}`;
  await site.database.sql.script(`
    create table public.${name} (id bigint generated always as identity primary key, name text not null, height integer, user_id uuid);
    insert into public.${name} (name, height) values ('=1+1', null), ('', 2), ('a "b", c', 3)`);
  return name;
}

async function openTables(page: Page, search = ''): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/tables${search}`);
}

/** Runs what a form sends, without a file in the folder of migrations. */
async function applyMigrations(page: Page): Promise<void> {
  await page.route('**/admin/v1/migrations', async (route) => {
    const { name, sql } = route.request().postDataJSON();
    const fault = await site.database.sql.script(sql).then(
      () => undefined,
      (error: Error) => error.message,
    );
    const file = `20261118191500_${name}.sql`;
    if (fault === undefined) await route.fulfill({ status: 201, json: { file } });
    else await route.fulfill({ status: 422, json: { code: 'sql-failed', message: fault } });
  });
}

test(
  'a table goes out as CSV and rows come in, all or none',
  { tag: ['@phone', '@hosted'] },
  async ({ page, expectMessage }, info) => {
    expectMessage(/status of 422/);
    const name = await createPlaces();
    await openTables(page, `?table=public.${name}`);
    const download = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    const text = await readDownload(await download);
    expect(text).toBe('id,name,height,user_id\r\n1,=1+1,,\r\n2,"",2,\r\n3,"a ""b"", c",3,\r\n');
    await expect(page.getByRole('status').filter({ hasText: '3 rows saved' })).toBeVisible();

    await button(page, 'Import CSV').press('Enter');
    const choose = (content: string) =>
      page
        .getByLabel('CSV file')
        .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await choose('Name;Height;Remark\r\nhill;400;"two\nlines"\r\nlake;deep;\r\n');
    await expect(page.getByRole('combobox', { name: 'Column for Height' })).toHaveValue('height');
    await expect(page.getByRole('combobox', { name: 'Column for Remark' })).toHaveValue('');
    await checkLook(page);
    await takeScreenshots(page, info, 'import');
    await button(page, 'Import rows').click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Line 4, column height, value “deep”' }),
    ).toBeVisible();
    const count = async () => (await site.database.sql.script(`select from public.${name}`)).length;
    expect(await count()).toBe(3);
    await choose(text.replace('=1+1', 'again'));
    await page.getByRole('radio', { name: /Skip them/ }).check();
    await button(page, 'Import rows').click();
    await expect(page.getByText('0 rows imported.')).toBeVisible();
    await button(page, 'Import CSV').click();
    await choose('name,height\r\nhill,400\r\nlake,\r\n');
    await button(page, 'Import rows').click();
    await expect(page.getByText('2 rows imported.')).toBeVisible();
    await expect(button(page, 'Import CSV')).toBeFocused();
    expect(await count()).toBe(5);
  },
);

test('row security is turned on, and a policy is added', { tag: '@phone' }, async ({ page }, info) => {
  const name = await createPlaces();
  await applyMigrations(page);
  await openTables(page, `?table=public.${name}`);
  await page.getByRole('button', { name: /^Policies/ }).click();
  await expect(page.getByText('Row security is off.')).toBeVisible();
  await checkLook(page);
  await takeScreenshots(page, info, 'policies');
  await button(page, 'Turn row security on').click();
  await expect(page.getByText('Row security is off.')).toBeHidden();
  await page.getByRole('radio', { name: /their own rows/ }).check();
  await expect(page.getByRole('combobox', { name: 'Column with the user' })).toHaveValue('user_id');
  await expect(page.getByRole('group', { name: 'SQL of the migration' })).toContainText(
    'user_id = (select auth.uid())',
  );
  await checkLook(page);
  await takeScreenshots(page, info, 'policies-on');
  await button(page, 'Add policy').click();
  await expect(page.getByText(`allow_own_rows_${name}.sql`)).toBeVisible();
  const rows = await site.database.sql<
    { cmd: string }[]
  >`select cmd from pg_policies where tablename = ${name}`;
  expect(rows).toEqual([{ cmd: 'ALL' }]);
});

test('a table is made, and a column is added', { tag: '@phone' }, async ({ page, expectMessage }, info) => {
  expectMessage(/status of 422/);
  const name = await createPlaces();
  await applyMigrations(page);
  await openTables(page);
  await button(page, 'New table').click();
  const sql = page.getByRole('group', { name: 'SQL of the migration' });
  await page.getByRole('textbox', { name: 'Table name' }).fill(name);
  await page.getByRole('textbox', { name: 'Column name' }).fill('Full name');
  await page.getByRole('checkbox', { name: 'Must have a value' }).check();
  await expect(sql).toContainText('"Full name" text not null');
  await expect(sql).toContainText('enable row level security');
  await page.getByRole('checkbox', { name: 'Points to another table' }).check();
  await page.getByRole('combobox', { name: 'Table it points to' }).fill('auth.users');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('uuid');
  await checkLook(page);
  await takeScreenshots(page, info, 'new-table');
  await button(page, 'Create table').click();
  await expect(page.getByRole('alert').filter({ hasText: 'already exists' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Table name' }).fill(`${name}_2`);
  await button(page, 'Create table').click();
  await expect(page).toHaveURL(new RegExp(`table=public\\.${name}_2`));
  await button(page, 'Add column').click();
  await page.getByRole('textbox', { name: 'Column name' }).fill('seen');
  await page.getByRole('textbox', { name: 'Default (optional)' }).fill('now()');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('timestamptz');
  await checkLook(page);
  await takeScreenshots(page, info, 'new-column');
  await button(page, 'Create column').click();
  await expect(page.getByText(`add_seen_to_${name}_2.sql`)).toBeVisible();
  const rows = await site.database.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = ${`${name}_2`} order by ordinal_position`;
  expect(rows.map((row) => row.name)).toEqual(['id', 'Full name', 'seen']);
});

test('an export that breaks off is not saved, and an import can be stopped', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_HTTP2_PROTOCOL_ERROR/);
  const name = await createPlaces();
  // A value of the second page that cannot be written as text.
  await site.database.sql.script(`
    create type public.${name}_kind as (value integer);
    create function public.${name}_text(given public.${name}_kind) returns text language plpgsql immutable as $$
      begin if given.value > 2400 then raise 'broken'; end if; return given.value; end $$;
    create cast (public.${name}_kind as text) with function public.${name}_text;
    alter table public.${name} add column kind public.${name}_kind;
    insert into public.${name} (name, kind) select 'x', row(i)::public.${name}_kind from generate_series(1, 2500) i`);
  await openTables(page, `?table=public.${name}`);
  let isSaved = false;
  page.on('download', () => {
    isSaved = true;
  });
  await button(page, 'Download CSV').click();
  await expect(page.getByRole('alert').filter({ hasText: 'broke off, and nothing was saved' })).toBeVisible();
  expect(isSaved).toBe(false);

  let sent = 0;
  await page.route('**/admin/v1/tables/import/rows', async (route) => {
    // The second part does not arrive.
    if (sent++ === 0) await route.continue();
  });
  await button(page, 'Import CSV').click();
  const buffer = Buffer.from(`name\r\n${'hill\r\n'.repeat(1500)}`);
  await page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  await button(page, 'Import rows').click();
  await expect(page.getByRole('status').filter({ hasText: '1,000 rows sent' })).toBeVisible();
  const staged = async () => (await site.database.sql`select from site.admin_import`).length;
  expect(await staged()).toBe(1000);
  await button(page, 'Stop').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Stopped. Nothing was imported.' })).toBeVisible();
  expect(await staged()).toBe(0);
});
