/** The build's manifest, the hourly check for a newer build, and the notice about it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import {
  followLink,
  isMarked,
  loadReact,
  markDocument,
  openWithReact,
  watchRequests,
} from '../harness/react-page.ts';

// A browser that saves data reads no manifest ahead either.
test.use({ prefetch: true });

const hour = 60 * 60 * 1000;
const notice = (page: Page) => page.getByText('A new version is ready');

/** From now on the server reports a newer build. */
async function announceNewBuild(page: Page): Promise<void> {
  await page.route(/\/builds\/latest\.json/, (route) =>
    route.fulfill({ json: { id: 'newer00000', timestamp: 1 } }),
  );
}

test('the latest build is named, and its manifest lists the prerendered paths', async ({ page, request }) => {
  const latest = await request.get('/builds/latest.json');
  expect(latest.headers()['cache-control']).toMatch(/max-age=[01]\b|no-cache|no-store/);
  const { id, timestamp } = (await latest.json()) as { id: string; timestamp: number };
  expect(timestamp).toBeGreaterThan(0);
  const meta = await request.get(`/builds/meta/${id}.json`);
  expect(meta.headers()['cache-control']).toContain('immutable');
  expect(await meta.json()).toMatchObject({ id, prerendered: [] });
  await page.goto('/');
  expect(await page.locator('html').getAttribute('data-build')).toBe(id);
  expect((await request.get('/builds/meta/0000000000.json')).status()).toBe(404);
});

test('the manifest is read once, a second after the page is ready', async ({ page }) => {
  const reads = watchRequests(page, /^\/builds\/meta\//);
  await openWithReact(page, '/');
  await expect.poll(() => reads.length).toBe(1);
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  expect(reads).toHaveLength(1);
});

test('the manifest is not read on slow-2g until the first navigation', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' } });
  });
  const reads = watchRequests(page, /^\/builds\/meta\//);
  await page.clock.install();
  await openWithReact(page, '/');
  await page.clock.runFor(5000);
  expect(reads).toHaveLength(0);
});

for (const [fault, answer, asked] of [
  // Requested twice each time: the client retries once.
  ['failed', { status: 500, body: '' }, [2, 4]],
  ['malformed', { status: 200, body: '{"id":1}' }, [1, 2]],
] as const) {
  test(`a ${fault} read of the manifest is not cached, and the next page reads it again`, async ({
    page,
    expectMessage,
  }) => {
    if (fault === 'failed') expectMessage(/500/);
    await page.route(/\/builds\/meta\//, (route) => route.fulfill(answer));
    const reads = watchRequests(page, /^\/builds\/meta\//);
    let answers = 0;
    page.on('response', (response) => {
      if (response.url().includes('/builds/meta/')) answers += 1;
    });
    await openWithReact(page, '/');
    await expect.poll(() => answers).toBe(asked[0]);
    await followLink(page, '/about');
    await expect.poll(() => reads.length).toBe(asked[1]);
    await expect(page).toHaveTitle(/^About/);
  });
}

test('the latest build is checked every hour; the same id changes nothing', async ({ page }) => {
  await page.clock.install();
  const checks = watchRequests(page, /^\/builds\/latest\.json$/);
  await openWithReact(page, '/');
  await page.clock.runFor(hour - 60_000);
  expect(checks).toHaveLength(0);
  await page.clock.runFor(60_000);
  await expect.poll(() => checks.length).toBe(1);
  expect(new URL(checks[0]?.url() ?? '').search).toMatch(/^\?\d+$/);
  await page.clock.runFor(hour);
  await expect.poll(() => checks.length).toBe(2);
  await expect(notice(page)).toHaveCount(0);
});

test('another id shows a notice, ends the timer, and makes the next navigation a full page load with query and hash', async ({
  page,
}) => {
  await page.clock.install();
  await announceNewBuild(page);
  const checks = watchRequests(page, /^\/builds\/latest\.json$/);
  await openWithReact(page, '/');
  await page.clock.runFor(hour);
  await expect(notice(page)).toBeVisible();
  await page.clock.runFor(3 * hour);
  expect(checks).toHaveLength(1);
  await markDocument(page);
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('a[href="/about"]');
    link?.setAttribute('href', '/about');
  });
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  expect(await isMarked(page)).toBe(false);
});

test('the page does not reload by itself: the notice can be dismissed and the page stays', async ({
  page,
}) => {
  await page.clock.install();
  await announceNewBuild(page);
  await openWithReact(page, '/login');
  await page.getByRole('textbox').first().fill('somebody@example.com');
  await markDocument(page);
  await page.clock.runFor(2 * hour);
  await expect(notice(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await expect(page.getByRole('textbox').first()).toHaveValue('somebody@example.com');
});

test('the offered reload loads the page again', async ({ page }) => {
  await page.clock.install();
  await announceNewBuild(page);
  await openWithReact(page, '/about');
  await page.clock.runFor(hour);
  await markDocument(page);
  await page.getByRole('button', { name: /reload/i }).click();
  await expect.poll(() => isMarked(page)).toBe(false);
});

test('a manifest that is gone means that the build is outdated', async ({ page, expectMessage }) => {
  expectMessage(/404/);
  await page.clock.install();
  await openWithReact(page, '/');
  await page.clock.runFor(2000);
  await page.route(/\/builds\/meta\//, (route) => route.fulfill({ status: 404, body: '' }));
  await page.clock.runFor(hour);
  await expect(notice(page)).toBeVisible();
});

test('a network error during the check is silent', async ({ page, expectMessage }) => {
  expectMessage(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.clock.install();
  await openWithReact(page, '/');
  await page.route(/\/builds\/latest\.json/, (route) => route.abort('internetdisconnected'));
  const checks = watchRequests(page, /^\/builds\/latest\.json$/);
  await page.clock.runFor(hour);
  await expect.poll(() => checks.length).toBe(2);
  await expect(notice(page)).toHaveCount(0);
});

test('a tab that becomes visible after more than an hour checks at once', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-15T08:00:00Z') });
  await openWithReact(page, '/');
  const checks = watchRequests(page, /^\/builds\/latest\.json$/);
  // A suspended tab: the clock continues, its timers do not.
  await page.clock.setSystemTime(new Date('2026-11-15T10:00:00Z'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => checks.length).toBe(1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(checks).toHaveLength(1);
  await loadReact(page);
});
