/** Tags, authors, series and the archive, and links to addresses that have moved. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { followLink, isMarked, markDocument, openWithReact } from '../harness/react-page.ts';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

const post = (title: string, date: string, tags: string, more = '', body = 'A few words.') =>
  `---\ntitle: ${title}\ndescription: What was learned on the way.\ndate: ${date}\ntags: [${tags}]\nauthors: [ada]\n${more}---\n\n${body}\n`;

const files: Record<string, string> = {
  'index.md': '# Home\n',
  // The footer leads to it.
  'posts/guide/index.md': '# Guide\n',
  'authors.yml':
    'ada: { name: Ada Lovelace, description: Writes about sheds., picture: ada.svg, links: [{ title: Her site, url: "https://example.com" }] }\n',
  'ada.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="48" fill="#a63"/></svg>\n',
  'tags.yml': 'winter: { title: Winter, description: Everything that is done by lamplight. }\n',
  'posts/shed-1.md': post('The floor', '2026-01-04', 'Shed, Winter', 'series: Building a shed\npart: 1\n'),
  'posts/shed-2.md': post('The walls', '2026-02-11', 'Shed', 'series: Building a shed\npart: 2\n'),
  'posts/shed-3.md': post('The roof', '2026-02-20', 'Shed, Tools', 'series: Building a shed\npart: 3\n'),
  'posts/lamp.md': post('A lamp for the porch', '2025-11-30', 'Winter', 'redirectFrom: [/lamp]\n'),
  'links.md':
    '# Links\n\n[Moved](/old) [Moved with a heading](/old#words) [Gone](/taken-away) [Elsewhere](/out)\n',
  'posts/new.md': post('The new place', '2025-03-01', 'Tools', '', 'Text.\n\n## Words\n\nHere.'),
  'redirects.yml': '/old: /posts/new\n/taken-away: { status: 410 }\n/out: https://elsewhere.invalid/\n',
};

let site: RunningSite;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-collections-'));
  await mkdir(path.join(folder, 'posts/guide'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  site = await startSite({ content: folder });
});
test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

for (const [address, heading] of [
  ['/posts', 'Posts'],
  ['/tags', 'Tags'],
  ['/tags/winter', 'Winter'],
  ['/archive', 'Archive'],
  ['/archive/2026', '2026'],
  ['/archive/2026/02', 'February 2026'],
  ['/authors/ada', 'Ada Lovelace'],
  ['/posts/shed-2', 'The walls'],
] as const) {
  test(`${address}: axe finds nothing in either theme`, async ({ page }, info) => {
    await page.goto(site.url + address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await runAxeInBothThemes(page)).toEqual([]);
    await takeScreenshots(page, info, address.slice(1).replaceAll('/', '-'));
    await page.setViewportSize({ width: 320, height: 844 });
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow), 'nothing is wider than a small phone').toBeLessThanOrEqual(0);
  });
}

test('from the list of articles by tag and month to an article, without a full load', async ({ page }) => {
  await openWithReact(page, `${site.url}/posts`);
  await markDocument(page);
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('link', { name: 'By tag' }).click();
  await expect(heading).toHaveText('Tags');
  await page.getByRole('main').getByRole('link', { name: 'Winter' }).click();
  await expect(heading).toHaveText('Winter');
  await expect(page.getByText('Everything that is done by lamplight.')).toBeVisible();
  await expect(page.locator('.entry')).toHaveCount(2);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Tags' }).click();
  await expect(heading).toHaveText('Tags');
  await page.goBack();
  await page.getByRole('link', { name: 'The floor' }).click();
  await expect(heading).toHaveText('The floor');
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await expect(page.getByText('Writes about sheds.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Her site' })).toBeVisible();
  await page.getByRole('link', { name: 'Articles', exact: true }).click();
  await page.getByRole('link', { name: 'By month' }).click();
  await page.getByRole('link', { name: 'February 2026: 2 articles' }).click();
  await expect(heading).toHaveText('February 2026');
  await expect(page.locator('.entry')).toHaveCount(2);
  expect(await isMarked(page)).toBe(true);
});

test('a series names its parts and leads to the next', async ({ page }) => {
  await openWithReact(page, `${site.url}/posts/shed-1`);
  const series = page.getByRole('navigation', { name: 'Series: Building a shed' });
  await expect(series).toContainText('Part 1 of 3');
  await expect(series.locator('[aria-current=page]')).toHaveText('The floor');
  await series.getByRole('link', { name: 'The walls' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The walls');
  await expect(series).toContainText('Part 2 of 3');
});

/** Nothing is prefetched here: a missing page would be reported before its link is followed. */
async function openLinks(page: Page): Promise<void> {
  await openWithReact(page, `${site.url}/links`);
}

test('a link to an address that has moved leads to the page, without a full load', async ({ page }) => {
  await openLinks(page);
  await markDocument(page);
  await followLink(page, '/old');
  await expect(page).toHaveURL(`${site.url}/posts/new`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The new place');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Links');
  await followLink(page, '/old#words');
  await expect(page).toHaveURL(`${site.url}/posts/new#words`);
  expect(await isMarked(page)).toBe(true);
});

test('a link to another site by a rule of this one is followed in full', async ({ page }) => {
  await openLinks(page);
  // No such site can exist: what counts is that the browser asks for it as a page.
  const asked = page.waitForRequest('https://elsewhere.invalid/');
  await followLink(page, '/out');
  expect((await asked).isNavigationRequest()).toBe(true);
});

test('a link to a page that was taken away shows that it is gone', async ({ page, expectMessage }, info) => {
  expectMessage(/status of 410/);
  await openLinks(page);
  await markDocument(page);
  await followLink(page, '/taken-away');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is gone');
  await expect(page).toHaveTitle(/^This page is gone/);
  await expect(page).toHaveURL(`${site.url}/taken-away`);
  expect(await isMarked(page)).toBe(true);
  expect(await runAxe(page)).toEqual([]);
  await takeScreenshots(page, info, 'gone');
});
