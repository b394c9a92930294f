/** The names on a static site: no server answers questions, so the browser does. */
import type { Page } from '@playwright/test';
import { answerTable } from '../../server/names/answer-table.ts';
import { openNameSource } from '../../server/names/open-name-source.ts';
import { test as base, expect } from '../harness/browser-test.ts';
import { openWithReact } from '../harness/react-page.ts';
import { readDownload } from '../harness/read-download.ts';
import { runAxe } from '../harness/run-axe.ts';
import type { ServedFolder } from '../harness/serve-folder.ts';
import { startStaticSite } from '../harness/static-site.ts';

const files = {
  'index.md': '# A static site\n',
  'baby-names.md': '# How names change\n\nThe text below the names.\n',
  'baby-names/famous.md': '# Famous names\n\nA page that the owner has written.\n',
};

const test = base.extend<object, { staticSite: ServedFolder }>({
  staticSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const site = await startStaticSite({
        files,
        fallbacks: { '/baby-names/': 'baby-names/shell.html' },
        addsSlash: true,
      });
      await use(site);
      site.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ staticSite }, use) => {
    await use(staticSite.url);
  },
});

test.beforeEach(({ staticSite }) => {
  staticSite.answers.length = 0;
});
test.afterEach(({ staticSite }) => {
  expect(staticSite.answers.filter((answer) => !/^(200|301) /.test(answer))).toEqual([]);
  // Questions that only a server answers, which the fallback would hide.
  const ofServers = /search\.json|names\.csv|page\.json|live-page|page-notes|\/views|\/_|lists.*_payload/;
  expect(staticSite.answers.filter((answer) => ofServers.test(answer.replace('/_payload.json', '')))).toEqual(
    [],
  );
});

const names = (page: Page) => page.locator('.name-rows .name-link');
const total = (page: Page) => page.getByRole('search').getByRole('status');
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
}

test('the explorer searches while the visitor types, and a reload keeps what was found', async ({
  page,
  staticSite,
}) => {
  await open(page, '/baby-names');
  await expect(total(page)).toHaveText('96,174 names');
  await expect(page.getByText('The text below the names.')).toBeVisible();
  // Who only looks at the page does not fetch two megabytes.
  expect(staticSite.answers).not.toContain('200 /baby-names/names.bin');
  await page.getByText('More ways to search').click();
  await page.getByLabel('Ends in', { exact: true }).pressSequentially('lyn');
  await expect(total(page)).toHaveText('936 names');
  await expect(page).toHaveURL('/baby-names?ends=lyn');
  const found = await names(page).allInnerTexts();
  await page.reload();
  await expect(total(page)).toHaveText('936 names');
  await expect(names(page)).toHaveText(found);
  await expect(page.getByText('The text below the names.')).toHaveCount(0);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/baby-names\?ends=lyn$/);
  expect(staticSite.answers.filter((answer) => answer.includes('names.bin'))).toHaveLength(2);
  expect(await runAxe(page)).toEqual([]);
  await names(page).first().click();
  await expect(page).toHaveURL(`/baby-names/${found[0]?.toLowerCase()}`);
  await expect(title(page)).toHaveText(found[0] ?? '');
  await page.goBack();
  await expect(names(page)).toHaveText(found);
});

test('the field suggests names, and one of them opens its page', async ({ page }) => {
  await open(page, '/baby-names');
  await page.getByLabel('Find a name').pressSequentially('kather');
  await page.getByRole('option', { name: 'Katherine', exact: true }).click();
  await expect(page).toHaveURL('/baby-names/katherine');
  await expect(title(page)).toHaveText('Katherine');
});

for (const [path, shown] of [
  ['/baby-names/emma', '/baby-names/emma'],
  ['/baby-names/Emma?chart=rank', '/baby-names/emma?chart=rank'],
  ['/baby-names?name=EMMA', '/baby-names/emma'],
  ['/baby-names/emma/', '/baby-names/emma'],
] as const) {
  test(`${path} is the page of Emma`, async ({ page }) => {
    await open(page, path);
    await expect(title(page)).toHaveText('Emma');
    await expect(page).toHaveURL(shown);
    await expect(page).toHaveTitle(/^Emma: the name since 1880/);
    await expect(page.getByRole('heading', { name: 'With a last name' })).toBeVisible();
  });
}

test('a name of no list has near ones, and two names are compared', async ({ page }) => {
  await open(page, '/baby-names/emmma');
  await expect(title(page)).toHaveText('Emmma');
  await page.getByRole('link', { name: 'Emma', exact: true }).click();
  await expect(title(page)).toHaveText('Emma');
  expect(await runAxe(page)).toEqual([]);
  await page.getByLabel('Compare with').fill('noah');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const compared = page.getByRole('table', { name: 'The names that are compared' });
  await expect(compared).toContainText('Noah');
  await page.reload();
  await expect(compared).toContainText('Emma');
  expect(await runAxe(page)).toEqual([]);
});

test('the table for a spreadsheet has the bytes that the server would send', async ({ page }) => {
  await open(page, '/baby-names?starts=kath&sex=girls');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('names.csv');
  const query = new URLSearchParams('starts=kath&sex=girls');
  expect(await readDownload(download)).toBe((await answerTable(openNameSource(), query)).body);
});

test('the shortlist is in this browser, and visitors are not asked to sign in', async ({ page }) => {
  await open(page, '/baby-names');
  await page.getByRole('button', { name: 'Noah: on the shortlist' }).click();
  await page.getByRole('link', { name: 'Your shortlist (1)' }).click();
  await expect(page.getByRole('link', { name: 'Noah', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await open(page, '/baby-names/lists/0e4a1f0a-8d7e-4f4e-9c43-6d3f0b1f5c11');
  await expect(page.getByText('this site has none')).toBeVisible();
  await open(page, '/running');
  await expect(title(page)).toHaveText('Running');
  await expect(page.getByText('Sign in').filter({ visible: true })).toHaveCount(0);
});

test('a page that the owner has written is not hidden by the names', async ({ page }) => {
  const text = page.getByText('A page that the owner has written.');
  // Unlike the pages of names it loads React on the first intent.
  await openWithReact(page, '/baby-names/famous');
  await expect(text).toBeVisible();
  await page.goto('/baby-names/emma');
  await expect(title(page)).toHaveText('Emma');
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/baby-names/famous';
    document.body.append(link);
    link.click();
  });
  await expect(text).toBeVisible();
});

test('when the names cannot be fetched the page says so, and the next question tries again', async ({
  page,
}) => {
  await page.route('**/names.bin', (route) => route.fulfill({ status: 503 }));
  await open(page, '/baby-names?ends=lyn');
  await expect(page.getByText('The names cannot be loaded right now.')).toBeVisible();
  await page.goto('/baby-names');
  await page.getByLabel('Find a name').fill('noa');
  await expect(page.getByText(/search did not work/)).toBeVisible();
  await page.unroute('**/names.bin');
  await page.getByLabel('Find a name').fill('noah');
  await expect(names(page).first()).toHaveText('Noah');
});
