/** What search engines read in the head of a page, in a browser. A message of the Content-Security-Policy fails these tests. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { followLink, openWithReact } from '../harness/react-page.ts';

const article = '/posts/notes/why-small-websites-last';
const scripts = (page: Page) => page.locator('script[type="application/ld+json"]');
const alternates = (page: Page) =>
  page.locator('link[rel=alternate]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('the data of an article are in its document, stay when React comes, and go with the article', async ({
  page,
}) => {
  await openWithReact(page, article);
  const data = JSON.parse((await scripts(page).textContent()) ?? '') as { '@graph': { headline: string }[] };
  expect(data['@graph'][0]?.headline).toBe(await page.locator('h1').textContent());
  expect(await alternates(page)).toEqual([`${article}.md`]);
  await followLink(page, '/about');
  await expect(scripts(page)).toHaveCount(0);
  expect(await alternates(page)).toEqual(['/about.md']);
});

test('the front page says how the site is searched', async ({ page }) => {
  await page.goto('/');
  expect(await scripts(page).textContent()).toContain('search?q={search_term_string}');
  expect(await alternates(page)).toEqual(['/feed.xml', '/rss.xml', '/feed.json', '/index.md']);
});

test('the picture of a page can be opened', async ({ page }) => {
  await page.goto('/posts/notes');
  const address = await page.locator('meta[property="og:image"]').getAttribute('content');
  const response = await page.goto(address ?? '');
  expect(response?.status()).toBe(200);
  const size = await page
    .locator('img')
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([1200, 630]);
});
