/** What is fetched on a route change, what is prefetched, and what happens when a payload cannot be read. */
import { expect, test } from '../harness/browser-test.ts';
import { followLink, openWithReact, watchRequests } from '../harness/react-page.ts';

test('a route change fetches the payload of the build, with force-cache, and one chunk, and nothing else', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const original = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      if (address.includes('_payload')) document.documentElement.dataset.cacheMode = init?.cache ?? 'none';
      return original(input, init);
    };
  });
  const manifest = page.waitForResponse(/\/builds\/meta\//);
  await openWithReact(page, '/');
  await manifest;
  const requests = watchRequests(page, /^\/(?!views$)/);
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  const build = await page.locator('html').getAttribute('data-build');
  const data = requests.filter((request) => request.resourceType() === 'fetch');
  expect(data.map((request) => new URL(request.url()).pathname + new URL(request.url()).search)).toEqual([
    `/about/_payload.json?${build}`,
  ]);
  expect(await page.locator('html').getAttribute('data-cache-mode')).toBe('force-cache');
});

test('payload entries and head tags are keyed by ten characters', async ({ page, request }) => {
  const payload = (await (await request.get('/about/_payload.json')).json()) as Record<string, unknown>;
  expect(Object.keys(payload)).toEqual([expect.stringMatching(/^[0-9a-z]{10}$/)]);
  await page.goto('/about');
  const keys = await page
    .locator('head [data-h]')
    .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-h')));
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.filter((key) => !/^[0-9a-z]{10}$/.test(key ?? ''))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a payload that cannot be read is not fatal: the page itself is fetched', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/500/);
  await openWithReact(page, '/');
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.route(/\/about\/_payload\.json/, (route) => route.fulfill({ status: 500, body: 'broken' }));
  const attempts = watchRequests(page, /^\/about\/_payload\.json$/);
  const itself = watchRequests(page, /^\/page\.json$/);
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  // A safe method is retried once.
  expect(attempts).toHaveLength(2);
  expect(itself).toHaveLength(1);
  expect(warnings.join()).toContain('The payload of /about could not be read');
});

test('a payload that is not JSON is not fatal either', async ({ page }) => {
  await openWithReact(page, '/');
  await page.route(/\/about\/_payload\.json/, (route) =>
    route.fulfill({ status: 200, body: '<html>a proxy speaks</html>' }),
  );
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
});

test('when nothing answers, the error screen says so and leads home', async ({ page, expectMessage }) => {
  expectMessage(/ERR_FAILED|Failed to load resource/);
  expectMessage(/PageUnavailable|could not be loaded/);
  await openWithReact(page, '/');
  await page.route(/_payload\.json|page\.json/, (route) => route.abort());
  await followLink(page, '/about');
  await expect(page.getByText('Check your connection')).toBeVisible();
  await page.unroute(/_payload\.json|page\.json/);
  await page.getByText('Go to home page').click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator('header')).toBeVisible();
});

test.describe('links on screen', () => {
  test.use({ prefetch: true });

  test('visible links are prefetched, and following one requests nothing more', async ({ page }) => {
    const payloads = watchRequests(page, /^\/about\/_payload\.json$/);
    await openWithReact(page, '/');
    await expect.poll(() => payloads.length).toBe(1);
    await followLink(page, '/about');
    await expect(page).toHaveTitle(/^About/);
    expect(payloads).toHaveLength(1);
  });

  for (const [reason, connection] of [
    ['Save-Data', { saveData: true }],
    ['2g', { effectiveType: '2g' }],
    ['slow-2g', { effectiveType: 'slow-2g' }],
  ] as const) {
    test(`nothing is prefetched with ${reason}`, async ({ page }) => {
      await page.addInitScript(
        (value) => Object.defineProperty(navigator, 'connection', { value }),
        connection,
      );
      const payloads = watchRequests(page, /_payload\.json$/);
      await openWithReact(page, '/about');
      await page.waitForLoadState('networkidle');
      expect(payloads.map((request) => new URL(request.url()).pathname)).toEqual(['/about/_payload.json']);
    });
  }

  test('a link that opens a new tab, and a guarded page, are not prefetched', async ({ page }) => {
    await page.goto('/confirm');
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'afterbegin',
        '<a href="/posts/guide/settings" target="_blank">new tab</a> <a href="/stats">guarded</a> <a href="/posts/guide/pictures">plain</a>',
      );
    });
    const payloads = watchRequests(page, /_payload\.json$/);
    const plain = page.waitForRequest(/guide\/pictures\/_payload/);
    await page.locator('html[data-react]').waitFor({ state: 'attached' });
    await plain;
    await page.waitForLoadState('networkidle');
    const paths = payloads.map((request) => new URL(request.url()).pathname);
    expect(paths).not.toContain('/posts/guide/settings/_payload.json');
    expect(paths).not.toContain('/stats/_payload.json');
  });
});
