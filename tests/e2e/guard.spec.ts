/** Guarded pages, for a visitor without an account. */
import { expect, test } from '../harness/browser-test.ts';
import { isMarked, markDocument, openWithReact, watchRequests } from '../harness/react-page.ts';

// One site for all tests: otherwise each worker of the hosted project starts one.
test.describe.configure({ mode: 'default' });

async function redirectCookie(page: import('@playwright/test').Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'sb-redirect-path');
  return cookie && decodeURIComponent(cookie.value);
}

test(
  'a guarded address redirects to the login page and is remembered with its query',
  { tag: '@hosted' },
  async ({ page }) => {
    await page.goto('/account?tab=security');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page).toHaveTitle(/^Sign in/);
    expect(await redirectCookie(page)).toBe('/account?tab=security');
  },
);

test(
  'in the browser the guard replaces the navigation, requests no payload, and remembers query and hash',
  { tag: '@hosted' },
  async ({ page }) => {
    await openWithReact(page, '/about');
    await markDocument(page);
    const payloads = watchRequests(page, /^\/(account|stats)\/_payload\.json$/);
    const length = await page.evaluate(() => history.length);
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/stats?range=week#pages';
      document.body.append(link);
      history.pushState({ key: 'guarded' }, '', '/stats?range=week#pages');
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await expect(page).toHaveURL(/\/login$/);
    expect(await isMarked(page)).toBe(true);
    expect(payloads).toHaveLength(0);
    expect(await redirectCookie(page)).toBe('/stats?range=week#pages');
    expect(await page.evaluate(() => history.length)).toBe(length + 1);
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  },
);

test('pages that are not guarded set no cookie', async ({ page }) => {
  await openWithReact(page, '/');
  await page.goto('/login');
  expect(await redirectCookie(page)).toBeUndefined();
});
