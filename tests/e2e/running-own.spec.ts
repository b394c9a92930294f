/** The running page of a signed-in user, and what visitors see of the owner's runs. */
import type { Page } from '@playwright/test';
import { holdRequests } from '../harness/hold-requests.ts';
import { runAxe } from '../harness/run-axe.ts';
import { placesOf } from '../harness/running-page.ts';
import { expect, test } from '../harness/running-site.ts';
import { generatedRuns, seedRuns } from '../harness/seed-runs.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';

// A busy machine takes long for a page with so many parts.
test.describe.configure({ mode: 'serial' });

const table = (page: Page) => page.getByRole('table', { name: 'Runs' });
const rows = (page: Page) => table(page).locator('tr[data-run]');
const bar = (page: Page) => page.locator('.runs-selection');

/** Samples are generated in the browser, which takes a while where many tests share a machine. */
async function expectTable(page: Page): Promise<void> {
  await expect(table(page)).toBeVisible();
}

test('a visitor of a site whose owner publishes nothing sees the text, and no sample', async ({ page }) => {
  await page.goto('/running');
  await expect(page.locator('#runs[data-short]')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Even is fast' })).toBeInViewport();
  await expect(table(page)).toHaveCount(0);
  await expect(page.getByText('nobody ran these')).toHaveCount(0);
});

test('the text moves up when there are no runs, and a link in it keeps the focus', async ({ page }) => {
  const list = await holdRequests(page, /\/rest\/v1\//);
  await page.goto('/running');
  await expect.poll(() => list.requests.length).toBeGreaterThan(0);
  const link = page.getByRole('link', { name: 'pace calculator', exact: true });
  await link.focus();
  list.release();
  await expect(page.locator('#runs[data-short]')).toBeAttached();
  await expect(link).toBeFocused();
});

test('a user without runs sees samples beside the import, and removes them permanently by one button', async ({
  page,
  ownedSite,
}) => {
  await signInByApi(page, ownedSite, ownedSite.other);
  await page.goto('/running');
  await expectTable(page);
  await expect(page.getByRole('heading', { name: 'Import' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the samples' }).click();
  await expect(page.getByText('No runs yet.')).toBeVisible();
  await expect(table(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No runs yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await ownedSite.other.client.from('running_settings').delete().not('user_id', 'is', null);
});

test('own runs: goals and gear are saved, some runs are published, deleted and restored', async ({
  page,
  ownedSite,
}) => {
  const { client } = ownedSite.owner;
  await client.from('runs').delete().not('id', 'is', null);
  await client.from('running_settings').delete().not('user_id', 'is', null);
  const today = new Date().toISOString().slice(0, 10);
  const runs = generatedRuns(today, 3).map((run, index) => ({ ...run, name: `Run ${index + 1}` }));
  await seedRuns(client, runs);
  await signInByApi(page, ownedSite, ownedSite.owner);
  await page.goto('/running?unit=km');
  await expectTable(page);
  await expect(page.getByText('nobody ran these')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(Math.min(12, runs.length));

  await page.getByRole('button', { name: 'Set a goal' }).click();
  await page.getByRole('spinbutton', { name: 'Goal' }).fill('40');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('40 km a week', { exact: true })).toBeVisible();
  const gear = page.getByRole('heading', { name: 'Gear' });
  await gear.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Retire Blue everyday shoes' }).click();
  await expect(page.getByText('Retired (1)')).toBeVisible();

  await page.getByLabel('Select Run 1,').check();
  await page.getByLabel('Select Run 2,').check();
  await expect(bar(page)).toContainText('2 runs selected');
  expect(await runAxe(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Make public' }).click();
  await expect(bar(page)).toContainText('2 runs are public now.');
  await expect(rows(page).filter({ hasText: 'Public' })).toHaveCount(2);

  await page.getByLabel('Select Run 3,').check();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(bar(page)).toContainText('1 run deleted.');
  await expect(rows(page).filter({ hasText: /^Run 3\b/ })).toHaveCount(0);
  await expect(page.getByLabel('Select Run 3,')).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Select Run 3,')).toBeVisible();

  await page.reload();
  await expectTable(page);
  await expect(page.getByText('40 km a week', { exact: true })).toBeVisible();
  await gear.scrollIntoViewIfNeeded();
  await expect(page.getByText('Retired (1)')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Public' })).toHaveCount(2);

  const lastHead = table(page).getByRole('columnheader').last();
  await expect(lastHead).toHaveText('Access');
  expect(await lastHead.evaluate((cell) => cell.scrollWidth > cell.clientWidth)).toBe(false);

  // On the smallest phones the day below the name is not cut off.
  await page.setViewportSize({ width: 360, height: 740 });
  const day = rows(page).first().getByRole('rowheader').locator('.label');
  await expect(day).toBeVisible();
  expect(await day.evaluate(({ parentElement: cell }) => cell && cell.scrollWidth > cell.clientWidth)).toBe(
    false,
  );
});

for (const width of [390, 1280]) {
  test(`nothing on the owner’s page moves when import and zones load later than the rest, on ${width} pixels`, async ({
    page,
    ownedSite,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signInByApi(page, ownedSite, ownedSite.owner);
    const held = Promise.withResolvers<void>();
    for (const late of ['**/import-box-*.js', '**/zones-panel-*.js', '**/rest/v1/run_imports?*'])
      await page.route(late, async (route) => {
        await held.promise;
        await route.continue();
      });
    await page.goto('/running');
    await expectTable(page);
    await expect(page.getByRole('heading', { name: 'Privacy zones' })).toBeVisible();
    const before = await placesOf(page);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['Import', 'Records', 'Privacy zones']));
    held.resolve();
    await expect(page.getByText('Last import:')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a zone' })).toBeVisible();
    expect(await placesOf(page)).toEqual(before);
  });
}

test('a visitor sees the public runs of the owner and nothing else, also by address', async ({
  page,
  ownedSite,
}) => {
  const { client } = ownedSite.owner;
  const { data } = await client.from('runs').select('id, name').in('name', ['Run 1', 'Run 4']);
  const idOf = (name: string) => data?.find((run) => run.name === name)?.id;
  await page.goto('/running');
  await expectTable(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(table(page)).toContainText('Run 1');
  await expect(table(page)).toContainText('Run 2');
  await expect(page.getByRole('heading', { name: 'Goals' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByText('nobody ran these')).toHaveCount(0);
  expect(await runAxe(page)).toEqual([]);
  await page.goto(`/running?run=${idOf('Run 1')}&year=2026`);
  await expect(page).toHaveURL(`/running/${idOf('Run 1')}?year=2026`);
  await expect(page.locator('#runs h1')).toHaveText('Run 1');
  await page.goto(`/running/${idOf('Run 4')}`);
  await expect(page.locator('#runs')).toContainText(/not|no /);
  await expect(page.getByRole('heading', { name: 'Run 4' })).toHaveCount(0);

  // The same is in the HTML, and what is made private is gone from it with the next request.
  const readHtml = async () => (await page.request.get('/running')).text();
  const html = await readHtml();
  expect(html).toContain(`<a href="/running/${idOf('Run 1')}"><bdi>Run 1</bdi></a>`);
  expect(html).toContain('<bdi>Run 2</bdi>');
  expect(html).not.toContain('Run 4');
  const isPublic = (await readHtml()).includes(String(idOf('Run 1')));
  await client
    .from('published_runs')
    .delete()
    .eq('run_id', idOf('Run 1') ?? '');
  expect([isPublic, (await readHtml()).includes(String(idOf('Run 1')))]).toEqual([true, false]);
});

test('when the list cannot be read, the page says so and tries again', async ({
  page,
  ownedSite,
  expectMessage,
}) => {
  expectMessage(/503/);
  await signInByApi(page, ownedSite, ownedSite.owner);
  await page.route('**/rest/v1/runs?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'later' } }),
  );
  await page.goto('/running');
  const alert = page.getByRole('alert').filter({ hasText: 'The runs could not be loaded.' });
  await expect(alert).toBeVisible();
  await page.unroute('**/rest/v1/runs?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expectTable(page);
});

test('the account keeps the unit, and a later choice on another device is not overwritten', async ({
  page,
  ownedSite,
}) => {
  const { client } = ownedSite.owner;
  await seedRuns(client, generatedRuns(new Date().toISOString().slice(0, 10), 1));
  await signInByApi(page, ownedSite, ownedSite.owner);
  await page.goto('/running');
  const unit = (name: string) => page.getByRole('button', { name, exact: true });
  await unit('Miles').click();
  const stored = async () => (await client.from('running_settings').select('unit')).data?.[0]?.unit;
  await expect.poll(stored).toBe('mi');
  const menu = page.getByRole('banner');
  await menu.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await client.from('running_settings').update({ unit: 'km' }).not('user_id', 'is', null);
  await menu.getByRole('link', { name: 'Running' }).click();
  await expect(unit('Kilometers')).toHaveAttribute('aria-pressed', 'true');
  expect(await stored()).toBe('km');
});
