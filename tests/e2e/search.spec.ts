/** The search dialog and the page of results. The guide of the site itself is what is found. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { openWithReact, watchRequests } from '../harness/react-page.ts';
import { runAxe } from '../harness/run-axe.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search this site' });
const options = (page: Page) => page.getByRole('option');
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');

/** Until the worker has indexed the site. */
test.beforeEach(async ({ request }) => {
  const answer = async () => (await request.get('/search.json?q=guide')).text();
  await expect.poll(answer).toContain('/posts/guide');
});

test('nothing is requested before a visitor asks for it, and then one small file', async ({ page }) => {
  const requests = watchRequests(page, /search/);
  await page.goto('/posts/guide/writing');
  await page.mouse.move(2, 2);
  await page.waitForLoadState('networkidle');
  expect(requests.map((request) => request.url())).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  expect(requests).toHaveLength(1);
  const size = (await requests[0]?.sizes())?.responseBodySize ?? 0;
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThanOrEqual(5000);
});

test('the keyboard opens it, chooses, follows and closes', async ({ page }) => {
  await page.goto('/about');
  for (const keys of ['Control+k', 'Meta+k', '/']) {
    await page.keyboard.press(keys);
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  }
  await page.keyboard.press('/');
  await page.keyboard.type('sign in');
  await expect(options(page).first()).toBeVisible();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(chosen(page)).toHaveCount(1);
  const idOf = async () => [
    await chosen(page).getAttribute('id'),
    await field(page).getAttribute('aria-activedescendant'),
  ];
  const count = await options(page).count();
  expect(count).toBeGreaterThan(2);
  for (const [key, place] of [
    ['ArrowDown', 2],
    ['ArrowDown', 3],
    ['ArrowUp', 2],
    ['End', count],
    ['ArrowDown', 1],
    ['ArrowUp', count],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key);
    expect(await idOf(), key).toEqual([`search-option-${place}`, `search-option-${place}`]);
  }
  await expect(field(page)).toBeFocused();
  await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results$/);
  const href = (await chosen(page).getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(href);
  await expect(dialog(page)).toBeHidden();
});

test('Ctrl Enter opens the chosen page in a new tab', async ({ page, context }) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('settings');
  await expect(chosen(page)).toHaveCount(1);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect(await opened).toHaveURL(/\/posts\/guide\//);
  await expect(page).toHaveURL(/\/about$/);
});

test(
  'a click on the link in the header opens it, before and after React, and one on Close closes it',
  {
    tag: '@phone',
  },
  async ({ page }) => {
    await page.goto('/about');
    const link = page.getByRole('banner').getByRole('link', { name: 'Search' });
    for (const _time of ['with the boot script', 'again']) {
      await link.click();
      await expect(field(page)).toBeFocused();
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(page).toHaveURL(/\/about$/);
      await page.locator('html[data-react]').waitFor({ state: 'attached' });
    }
  },
);

test('letters that are typed while it is loaded are kept', async ({ page }) => {
  await page.goto('/about');
  const script = await holdRequests(page, /search-dialog/);
  await page.keyboard.press('Control+k');
  await expect.poll(() => script.requests.length).toBe(1);
  await page.keyboard.type('mark');
  script.release();
  await expect(field(page)).toHaveValue('mark');
  await page.keyboard.type('down');
  await expect(field(page)).toHaveValue('markdown');
  await expect(options(page).first()).toContainText('Markdown');
});

test('a slash in a field is a slash', async ({ page }) => {
  await page.goto('/search');
  const question = page.getByRole('searchbox');
  await question.focus();
  await page.keyboard.type('a/b');
  await expect(question).toHaveValue('a/b');
  await expect(dialog(page)).toBeHidden();
});

test('it says what it took instead, that nothing was found, and that it could not be reached', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/Failed to load resource/);
  await page.goto('/about');
  await page.keyboard.press('/');
  await field(page).fill('markdwon');
  await expect(dialog(page)).toContainText('Showing results for markdown');
  await field(page).fill('xyzzyqwv');
  await expect(dialog(page)).toContainText('Nothing found for xyzzyqwv.');
  await expect(dialog(page).getByRole('link', { name: 'all articles' })).toBeVisible();
  await page.route('**/search.json*', (route) => route.fulfill({ status: 503, json: {} }));
  await field(page).fill('garden');
  await expect(dialog(page)).toContainText('not available right now');
  await page.unroute('**/search.json*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page)).not.toContainText('not available right now');
});

test('Enter leads to the page of results with the words, also when nothing was found', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await field(page).fill('xyzzyqwv & qqwvxx');
  await expect(dialog(page)).toContainText('Nothing found');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=xyzzyqwv%20%26%20qqwvxx');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
});

test('while pages are still being read it says so, and asks again', async ({ page }) => {
  const answer = { revision: 1, query: 'writing', total: 0, results: [], indexing: true };
  await page.route('**/search.json*', (route) => route.fulfill({ json: answer }));
  await page.goto('/about');
  await page.keyboard.press('/');
  await field(page).fill('writing');
  await expect(dialog(page)).toContainText('still being indexed');
  await expect(dialog(page)).not.toContainText('Nothing found for');
  await page.unroute('**/search.json*');
  await expect(options(page).first()).toBeVisible();
  await expect(dialog(page)).not.toContainText('still being indexed');
});

test('axe finds nothing in the dialog and on the page of results', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('sign');
  await expect(options(page).first()).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  for (const question of ['sign', 'markdwon', 'xyzzyqwv', '']) {
    await page.goto(`/search?q=${question}`);
    expect(await runAxe(page), question).toEqual([]);
  }
});

test('the page of results is not asked for before a visitor goes there', async ({ page }) => {
  await openWithReact(page, '/about');
  const requests = watchRequests(page, /\/search\/_payload\.json/);
  await page.keyboard.press('/');
  await page.keyboard.type('markdown');
  await expect(options(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).toHaveLength(0);
  await dialog(page).getByRole('link', { name: /^Show/ }).click();
  await expect(page).toHaveURL(/\/search\?q=markdown$/);
  expect(requests).toHaveLength(1);
});

test('the page of results hydrates, and its links are followed by the router', async ({ page }) => {
  await openWithReact(page, '/search?q=markdown');
  await expect(page).toHaveTitle(/^markdown – Search · /);
  await page.getByRole('main').getByRole('link', { name: 'Markdown', exact: true }).first().click();
  await expect(page).toHaveURL(/\/posts\/guide\/markdown/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the link leads to the form, and the form to the results', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search$/);
    await page.getByRole('searchbox').fill('sign in');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=sign\+in$/);
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Sign-in');
    await expect(page.locator('mark').first()).toBeVisible();
  });
});
