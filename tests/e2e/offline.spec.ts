/** The site as an app, and what was read before without a connection. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { listKept, readPage, waitUntilKept } from '../harness/kept-pages.ts';
import { followLink, isMarked, loadReact, markDocument, openWithReact } from '../harness/react-page.ts';
import { runAxeInBothThemes } from '../harness/run-axe.ts';

// Other specs answer requests themselves, which Playwright can only do where no service worker answers them first.
test.use({ serviceWorkers: 'allow' });

test.use({ prefetch: false });

const article = '/posts/guide/writing';
const unread = '/posts/guide/markdown';
const note = (page: Page) => page.locator('.offline-note');
const offlineTitle = (page: Page) => page.getByRole('heading', { name: 'You are offline' });

test('the browser finds nothing that prevents installing the site', async ({ page }) => {
  await page.goto('/');
  const client = await page.context().newCDPSession(page);
  const { url, errors, data } = await client.send('Page.getAppManifest');
  expect(url).toMatch(/\/manifest\.webmanifest$/);
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? '') as { icons: { src: string; sizes: string }[] };
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const picture = new Image();
          picture.src = src;
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }),
      ),
    icons.map(({ src }) => src),
  );
  expect(sizes).toEqual(icons.map(({ sizes }) => sizes));
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // Playwright's pages are private windows, which a Chromium with windows does not let install anything.
  const faults = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  expect(faults).toEqual([]);
});

test('nothing is registered or kept before any intent', async ({ page, context }) => {
  const requests: string[] = [];
  context.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(article);
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => /service-worker|webmanifest|_payload/.test(path))).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await listKept(page)).toEqual([]);
});

test('a page that loads React by itself keeps nothing before it is touched', async ({ page, context }) => {
  const requests: string[] = [];
  context.on('request', (request) => requests.push(new URL(request.url()).pathname));
  // The last request of a page. Asking the page itself would count as touching it.
  const last = page.waitForResponse(/\/builds\/meta\//);
  await page.goto('/baby-names');
  await last;
  expect(requests.filter((path) => /service-worker|keep-reading/.test(path))).toEqual([]);
  await page.keyboard.press('Tab');
  await waitUntilKept(page, '/baby-names');
  expect(requests).toContain('/service-worker.js');
});

test('a page that was read is shown without a connection, in full and with a note @phone', async ({
  page,
  context,
}) => {
  await readPage(page, article);
  const text = await page.locator('.prose').innerText();
  await context.setOffline(true);
  await page.reload();
  await expect(note(page)).toHaveText(/^You are offline\. This is the page as you read it on .+\d{4}/);
  await expect(note(page)).toHaveRole('status');
  expect(await page.locator('.prose').innerText()).toBe(text);
  expect(await page.evaluate(() => document.fonts.check('1em Literata'))).toBe(true);
  const pictures = await page.locator('main img[src^="/pictures/"]').all();
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  // Its scripts work as well, and its view is not counted again.
  await loadReact(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-view');
  await page.goto(`${article}?from=mail`);
  await expect(note(page)).toBeVisible();
});

test('a page that was opened by the router is kept, and a link leads to it without a connection', async ({
  page,
  context,
}) => {
  await readPage(page, '/about');
  await markDocument(page);
  await followLink(page, '/posts/guide');
  await expect(page).toHaveURL(/\/posts\/guide$/);
  await waitUntilKept(page, '/posts/guide');
  expect(await isMarked(page)).toBe(true);
  await context.setOffline(true);
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  await expect(note(page)).toBeVisible();
  // From a page that was kept to another one, and to one that was never read.
  await page.getByRole('link', { name: 'Guide' }).last().click();
  await expect(page).toHaveTitle(/^Guide/);
  await expect(note(page)).toBeVisible();
  await loadReact(page);
  await followLink(page, unread);
  await expect(offlineTitle(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${unread}$`));
});

test('a page that was never read gives way to the list of those that were, and opens by itself later', async ({
  page,
  context,
}) => {
  await readPage(page, article);
  await context.setOffline(true);
  await page.goto(unread);
  await expect(offlineTitle(page)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  const kept = page.getByRole('main').getByRole('link');
  await expect(kept).toHaveText(['Writing a page']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(offlineTitle(page)).toBeVisible();
  await expect(kept).toHaveText(['Writing a page']);
  await context.setOffline(false);
  await expect(page).toHaveTitle(/^Markdown/);
  await expect(offlineTitle(page)).toHaveCount(0);
});

test('the note says when the connection is back', async ({ page, context }) => {
  await readPage(page, article);
  await context.setOffline(true);
  await page.reload();
  await loadReact(page);
  await expect(page.locator('html[data-react]')).toBeAttached();
  // The listener comes with the script that keeps pages.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /keep-reading/.test(name)),
  );
  await context.setOffline(false);
  await expect(note(page)).toHaveText(/^You are back online/);
  await note(page).getByRole('link').click();
  await expect(note(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/^Writing/);
});

test('with a connection a page is never shown from what is kept', async ({ page }) => {
  await readPage(page, article);
  await page.evaluate(async (path) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const page = await cache.match(path);
      if (!page) continue;
      const text = (await page.text()).replace('<h1', '<p>An old version</p><h1');
      await cache.put(path, new Response(text, { headers: page.headers }));
    }
  }, article);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('An old version')).toHaveCount(0);
  // What was read now has replaced it.
  const isOld = () =>
    page.evaluate(
      async (path) => (await (await caches.match(path))?.text())?.includes('An old version'),
      article,
    );
  await expect.poll(isOld).toBe(false);
});

test('only pages for all visitors are kept', async ({ page, expectMessage }) => {
  expectMessage(/404 \(Not Found\) .*no-such-page/);
  await readPage(page, '/about');
  for (const path of [
    '/login',
    '/confirm',
    '/search?q=light',
    '/account',
    '/posts/no-such-page',
    '/oauth/consent',
  ]) {
    await page.goto(path);
    await loadReact(page);
  }
  await page.goto('/baby-names?starts=emma');
  await loadReact(page);
  // Requests are handled in turn: when this one is kept, the earlier ones are decided.
  await readPage(page, article);
  const pages = (await listKept(page)).filter((path) => !/^\/(assets|pictures)\/|_payload\.json/.test(path));
  expect(pages.sort()).toEqual(['/about', '/offline', article]);
  expect(
    (await listKept(page)).filter((path) => /^\/(account|login|confirm|search|oauth)|no-such/.test(path)),
  ).toEqual([]);
});

test('at most 50 pages are kept, the oldest go, and files that no page needs', async ({ page }) => {
  await readPage(page, '/about');
  await page.evaluate(async () => {
    const pages = await caches.open('offline-pages-1');
    const files = await caches.open('offline-files-1');
    await files.put('/assets/of-an-earlier-build.js', new Response('1'));
    for (let index = 0; index < 60; index++) {
      const at = new Date(Date.UTC(2020, 0, 1, 0, index)).toISOString();
      await pages.put(
        `/page-${index}`,
        new Response('', { headers: { 'x-kept-at': at, 'x-kept-files': '[]' } }),
      );
    }
  });
  await readPage(page, article);
  await expect.poll(async () => (await listKept(page)).includes('/page-0')).toBe(false);
  const kept = await listKept(page);
  expect(kept.filter((path) => path.startsWith('/page-'))).toHaveLength(47);
  expect(kept).toEqual(expect.arrayContaining(['/about', article, '/offline', '/page-59']));
  expect(kept).not.toContain('/assets/of-an-earlier-build.js');
});

test('a reader can remove what is kept, and switch keeping off', async ({ page, context }) => {
  await readPage(page, article);
  await page.goto('/offline');
  await expect(page.getByRole('link', { name: 'Writing a page' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('All saved pages were removed.')).toBeVisible();
  await expect.poll(async () => (await listKept(page)).filter((path) => path === article)).toEqual([]);

  const choice = page.getByRole('checkbox', { name: 'Save the pages I read for offline' });
  await choice.uncheck();
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registrations).toBe(0);
  await expect.poll(() => listKept(page)).toEqual([]);
  await openWithReact(page, article);
  await page.goto('/offline');
  await expect(choice).not.toBeChecked();
  expect([await registrations(), await listKept(page)]).toEqual([0, []]);

  await choice.check();
  await readPage(page, article);
  await context.setOffline(true);
  await page.reload();
  await expect(note(page)).toBeVisible();
});

test('axe finds nothing on a kept page and on the offline page @phone', async ({ page, context }) => {
  await readPage(page, article);
  await page.goto('/offline');
  await expect(page.getByRole('link', { name: 'Writing a page' })).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto(article);
  await expect(note(page)).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
  await page.goto(unread);
  await expect(page.getByRole('link', { name: 'Writing a page' })).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
