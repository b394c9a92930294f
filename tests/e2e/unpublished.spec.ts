/** What an owner sees of pages that are not published: the banner, the preview link, and a session that has to be renewed first. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { expireToken, waitForReact } from '../harness/login-page.ts';
import { followLink, loadReact } from '../harness/react-page.ts';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

const files: Record<string, string> = {
  'index.md': '# Home\n',
  // The footer leads to it.
  'posts/guide/index.md': '# Guide\n',
  'about.md': '---\ntitle: About the new porch\ndraft: true\n---\n\nNot yet.\n',
  'posts/area/index.md': '---\ntitle: An area\ndraft: true\n---\n\nWords above the list.\n',
  'posts/area/page.md': '# In the area\n\n[To the draft](/posts/draft)\n',
  'posts/draft.md':
    '---\ntitle: A lamp in the making\ndescription: What is not finished.\ndraft: true\n---\n\nWords.\n',
  'posts/later.md': '---\ntitle: For later\npublishAt: 2099-05-06 07:08\n---\n\nWords.\n',
  'posts/over.md': '---\ntitle: It was\nexpires: 2020-05-06 07:08\n---\n\nWords.\n',
};

let site: StatsSite;
let close: () => Promise<void>;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-unpublished-'));
  await mkdir(path.join(folder, 'posts/area'), { recursive: true });
  await mkdir(path.join(folder, 'posts/guide'));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  ({ site, close } = await openStatsSite(false, { CONTENT_DIR: folder }));
});
test.afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const banner = (page: Page) => page.getByRole('note', { name: 'Not published' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const [address, title, state] of [
  ['/posts/draft', 'A lamp in the making', 'Draft'],
  ['/posts/later', 'For later', 'Scheduled'],
  ['/posts/over', 'It was', 'Expired'],
  ['/about', 'About the new porch', 'Draft'],
  ['/posts/area', 'An area', 'Draft'],
] as const) {
  test(`${address}: the owner sees it under a banner`, async ({ page }, info) => {
    await signInByApi(page, site, site.owner);
    await page.goto(site.url + address);
    await expect(heading(page)).toHaveText(title);
    await expect(banner(page)).toContainText(state);
    await loadReact(page);
    await expect(banner(page)).toContainText('only you see this');
    expect(await runAxeInBothThemes(page)).toEqual([]);
    await takeScreenshots(page, info, `unpublished${address.replaceAll('/', '-')}`);
  });
}

test('the banner goes with the page', async ({ page }) => {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/posts/area`);
  await loadReact(page);
  await page.getByRole('main').getByRole('link', { name: 'In the area' }).click();
  await expect(heading(page)).toHaveText('In the area');
  await expect(banner(page)).toBeHidden();
  await followLink(page, '/posts/draft');
  await expect(banner(page)).toBeVisible();
});

for (const address of ['/posts/draft', '/about'])
  test(`${address}: its preview link shows it in a browser without a session`, async ({
    page,
    browser,
  }, info) => {
    await signInByApi(page, site, site.owner);
    await page.goto(site.url + address);
    await page.getByRole('button', { name: 'Create preview link' }).click();
    const link = page.getByRole('textbox', { name: 'Preview link' });
    await expect(link).toHaveValue(/\/preview\/[\w.-]+$/);
    await expect(page.getByText('It works for seven days.')).toBeVisible();
    expect(await runAxe(page)).toEqual([]);
    await takeScreenshots(page, info, `preview-made${address.replaceAll('/', '-')}`);
    const context = await browser.newContext();
    const other = await context.newPage();
    const response = await other.goto(await link.inputValue());
    expect(response?.status()).toBe(200);
    await expect(heading(other)).toHaveText((await heading(page).textContent()) ?? '');
    await expect(banner(other)).toContainText('visible by preview link until');
    await loadReact(other);
    await expect(banner(other)).toContainText('visible by preview link until');
    await expect(banner(other).getByRole('button')).toHaveCount(0);
    expect(await runAxe(other)).toEqual([]);
    await takeScreenshots(other, info, `preview${address.replaceAll('/', '-')}`);
    await context.close();
  });

test.describe('a token that has expired', () => {
  test('is renewed, and the owner sees the draft at its address', async ({ page, expectMessage }) => {
    expectMessage(/status of 404/);
    await signInByApi(page, site, site.owner);
    await expireToken(page);
    await page.goto(`${site.url}/posts/draft`);
    await expect(heading(page)).toHaveText('A lamp in the making');
    await expect(banner(page)).toBeVisible();
    await expect(page).toHaveTitle(/^A lamp in the making/);
    await page.reload();
    await expect(banner(page)).toBeVisible();
  });

  test('is renewed, and the owner follows a link to the draft', async ({ page, expectMessage }) => {
    expectMessage(/status of 404/);
    await signInByApi(page, site, site.owner);
    await page.goto(`${site.url}/posts/area/page`);
    await expireToken(page);
    await page.goto(`${site.url}/posts/area/page`);
    await loadReact(page);
    await followLink(page, '/posts/draft');
    await expect(heading(page)).toHaveText('A lamp in the making');
    await expect(banner(page)).toBeVisible();
  });

  test('of a reader, or one that is invalid, leaves the page missing', async ({ page, expectMessage }) => {
    expectMessage(/status of 404/);
    await signInByApi(page, site, site.stranger);
    await expireToken(page);
    await page.goto(`${site.url}/posts/draft`);
    await waitForReact(page);
    await expect(heading(page)).toHaveText('404');
    await expect(page).toHaveTitle(/^Page not found/);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.context().addCookies([{ name: 'sb-refresh-token', value: 'made-up', url: site.url }]);
    await page.goto(`${site.url}/posts/draft`);
    await waitForReact(page);
    await expect(heading(page)).toHaveText('404');
    await expect(page).toHaveURL(`${site.url}/posts/draft`);
  });
});
