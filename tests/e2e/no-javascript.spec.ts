/** Without JavaScript all content is readable and every link works, on a desktop and on a phone. */
import { expect, test } from '../harness/browser-test.ts';
import { readSharedSite } from '../harness/response-kinds.ts';

test.use({ javaScriptEnabled: false });

test('every link of the header is visible and works', async ({ page }) => {
  await page.goto('/');
  const titles = await page.getByRole('banner').getByRole('navigation').getByRole('link').allTextContents();
  expect(titles.length).toBeGreaterThan(2);
  for (const title of titles) {
    await page.goto('/');
    const link = page
      .getByRole('banner')
      .getByRole('navigation')
      .getByRole('link', { name: title, exact: true });
    const path = await link.getAttribute('href');
    await link.click();
    await expect(page).toHaveURL(path ?? '');
    await expect(page.locator('h1')).toBeVisible();
  }
});

test('every page can be read', async ({ page }) => {
  test.slow();
  const pages = (await readSharedSite()).filter(({ html, status }) => html !== '' && status === 200);
  for (const { path } of pages) {
    await test.step(path, async () => {
      await page.goto(path);
      // The page for readers who are offline has two, of which one is shown.
      await expect(page.locator('h1').filter({ visible: true })).toHaveCount(1);
      // An article has sentences; a list has at least links.
      const main = page.getByRole('main');
      const words = (await main.innerText()).split(/\s+/).length;
      expect(words + 20 * (await main.getByRole('link').count())).toBeGreaterThan(15);
    });
  }
});

test('a visitor gets from the front page through the list to an article, and to the next one', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Articles' }).click();
  await expect(page).toHaveURL('/posts');
  await page.getByRole('main').locator('.entry-title a').first().click();
  await expect(page).toHaveURL(/\/posts\/./);
  const articles = (await readSharedSite()).filter(({ html }) => html.includes('class="next"'));
  await page.goto(articles[0]?.path ?? '');
  const heading = await page.locator('h1').innerText();
  await page.locator('a[rel="next"]').click();
  await expect(page.locator('h1')).not.toHaveText(heading);
  await page.locator('a[rel="prev"]').click();
  await expect(page.locator('h1')).toHaveText(heading);
});

test('a table of contents leads to the headings it names', async ({ page }) => {
  const article = (await readSharedSite()).find(({ html }) => html.includes('aria-label="On this page"'));
  await page.goto(article?.path ?? '');
  const contents = page.getByRole('navigation', { name: 'On this page' }).filter({ visible: true });
  const fold = contents.locator('summary');
  if (await fold.count()) await fold.click();
  const link = contents.getByRole('link').last();
  const target = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${target}$`));
  await expect(page.locator(`[id="${decodeURIComponent(target.slice(1))}"]`)).toBeInViewport();
});

test('controls that need a script are not shown', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /theme/i })).toBeHidden();
});

test('the button of the error screen leads home', async ({ page, expectMessage }) => {
  expectMessage(/status of 404/);
  await page.goto('/nowhere');
  await page.getByText('Go to home page').click();
  await expect(page).toHaveURL('/');
});
