/** One page view for each completed change of path and one for the first load, and no other. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { followLink, loadReact, openWithReact } from '../harness/react-page.ts';

/** The paths that were counted, in order. */
function watchViews(page: Page): string[] {
  const views: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/views') return;
    views.push((JSON.parse(request.postData() ?? '{}') as { path: string }).path);
  });
  return views;
}

test('the first load counts once, before and without React', async ({ page }) => {
  const views = watchViews(page);
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  expect(views).toEqual(['/about']);
  await loadReact(page);
  expect(views).toEqual(['/about']);
});

test('the code that sends it is part of the boot script, which stays below 2.3 kB', async ({ page }) => {
  const html = await (await page.request.get('/about')).text();
  const scripts = [...html.matchAll(/<script(?![^>]*\b(?:src=|ld\+json))[^>]*>(.*?)<\/script>/gs)].map(
    ([, source]) => source,
  );
  expect(scripts.filter((source) => source?.includes('sendBeacon'))).toHaveLength(1);
  expect(Buffer.byteLength(scripts.join(''))).toBeLessThanOrEqual(2_300);
});

test('each completed change of path counts once, back and forward included', async ({ page }) => {
  const views = watchViews(page);
  await openWithReact(page, '/');
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  await followLink(page, '/running');
  await expect(page).toHaveTitle(/^Running|running/i);
  await page.goBack();
  await expect(page).toHaveTitle(/^About/);
  await expect.poll(() => views).toEqual(['/', '/about', '/running', '/about']);
});

test('a change of query or hash does not count', async ({ page }) => {
  const views = watchViews(page);
  await openWithReact(page, '/posts/guide/markdown');
  await page.evaluate(() => {
    location.hash = 'tables';
  });
  await page
    .locator('nav a[href^="#"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '?page=2' });
    document.querySelector('main')?.append(link);
    link.click();
  });
  await expect(page).toHaveURL(/\?page=2$/);
  // The next change of path is the next view: nothing was sent in between.
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  await expect.poll(() => views).toEqual(['/posts/guide/markdown', '/about']);
});

test("the guard's detour does not count, in the browser and on the server", async ({ page }) => {
  const views = watchViews(page);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  await page.waitForLoadState('networkidle');
  expect(views).toEqual([]);
});

test.describe('links on screen', () => {
  test.use({ prefetch: true });

  test('a prefetched page does not count', async ({ page }) => {
    const views = watchViews(page);
    const prefetched = page.waitForRequest(/\/about\/_payload\.json/);
    await openWithReact(page, '/');
    await prefetched;
    await page.waitForLoadState('networkidle');
    expect(views).toEqual(['/']);
  });
});

test('a page that comes back from the back/forward cache counts again', async ({ page }) => {
  const views = watchViews(page);
  await page.goto('/about');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(() => views).toEqual(['/about', '/about']);
});

test('a prerendered page counts when it is shown, not before', async ({ page }) => {
  const views = watchViews(page);
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  expect(views).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await expect.poll(() => views).toEqual(['/about']);
});

test('without sendBeacon the view is sent by fetch', async ({ page }) => {
  const views = watchViews(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'sendBeacon', { value: undefined });
  });
  await page.goto('/about');
  await expect.poll(() => views).toEqual(['/about']);
});

test('a page from a CDN has no token of its own: the browser asks for one, without a cookie', async ({
  page,
}) => {
  const sent: string[] = [];
  const asked: (string | undefined)[] = [];
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/ data-view="[^"]+"/, ' data-view="?mark"');
    await route.fulfill({ response, body });
  });
  await page.route(/\/views\?/, (route) => {
    asked.push(new URL(route.request().url()).search);
    return route.fulfill({ body: 'fresh-token', headers: { 'cache-control': 'no-store' } });
  });
  page.on('request', (request) => {
    if (request.method() === 'POST')
      sent.push((JSON.parse(request.postData() ?? '{}') as { token: string }).token);
  });
  await page.goto('/about');
  await expect.poll(() => sent).toEqual(['fresh-token']);
  expect(asked).toEqual(['?mark&/about']);
  expect(await page.context().cookies()).toEqual([]);
});
