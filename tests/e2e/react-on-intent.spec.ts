/** When React is loaded, and what happens to a click before it. */
import { expect, test } from '../harness/browser-test.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { followLink, isMarked, loadReact, markDocument, watchRequests } from '../harness/react-page.ts';

test('an article makes at most four requests and loads no script before any intent', async ({ page }) => {
  const requests = watchRequests(page, /^\/(?!views$)/);
  await page.goto('/posts/guide');
  await page.waitForLoadState('networkidle');
  expect(requests.map((request) => request.resourceType()).filter((type) => type === 'script')).toEqual([]);
  expect(requests.length).toBeLessThanOrEqual(4);
});

test('the pointer on a link loads React once, with the payload and the chunk of the current page', async ({
  page,
}) => {
  await page.goto('/about');
  const entries = watchRequests(page, /entry\.browser/);
  const payloads = watchRequests(page, /^\/about\/_payload\.json$/);
  await loadReact(page);
  await page.locator('footer a').first().hover();
  expect(entries).toHaveLength(1);
  expect(payloads).toHaveLength(1);
});

test('the focus on a link loads React', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await expect(page.locator('html[data-react]')).toBeAttached();
});

for (const path of ['/login', '/baby-names', '/running', '/running/pace', '/confirm']) {
  test(`${path} is interactive and loads React by itself`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('html[data-react]')).toBeAttached();
  });
}

test('the client of the backend is not loaded before a page needs it', async ({ page }) => {
  const clients = watchRequests(page, /\/assets\/supabase-/);
  await page.goto('/baby-names/lists');
  await expect(page.getByText('Nothing yet. Press the heart beside a name')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.goto('/login');
  await expect(page.locator('html[data-react]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(clients).toEqual([]);
  await page.getByLabel('Email').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect.poll(() => clients.length).toBeGreaterThan(0);
});

test('a link that is followed before hydration is followed by the browser', async ({ page }) => {
  await page.route(/entry\.browser/, () => {
    // Never answered: React is not loaded.
  });
  await page.goto('/');
  await markDocument(page);
  await page.locator('main a[href^="/posts/"]').first().click();
  await expect(page).toHaveURL(/\/posts\//);
  expect(await isMarked(page)).toBe(false);
});

test('a button that is clicked before hydration works after it', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/entry\.browser/, async (route) => {
    await released;
    await route.continue();
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  const before = await page.locator('html').getAttribute('data-theme');
  await page.getByRole('button', { name: /theme/i }).first().click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe(before);
  release();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).not.toBe(before);
});

test('buttons that are clicked before hydration work, each once', async ({ page }) => {
  const entry = await holdRequests(page, /entry\.browser/);
  await page.goto('/baby-names?starts=emma');
  const heart = (name: string) => page.getByRole('button', { name: `${name}: on the shortlist` });
  await heart('Emma').click();
  // The click has no visible effect, so the user clicks again.
  await heart('Emma').click();
  await heart('Emmanuel').click();
  entry.release();
  for (const name of ['Emma', 'Emmanuel'])
    await expect(heart(name).first()).toHaveAttribute('aria-pressed', 'true');
});

test('a form that is submitted before hydration is handled by React, not by the browser', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/entry\.browser/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login');
  await markDocument(page);
  await page.locator('main form button[type=submit], main form button:not([type])').first().click();
  release();
  await expect(page.getByText('You must provide either an email or phone number.')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('after hydration a link changes the page without loading a document', async ({ page }) => {
  await page.goto('/');
  await loadReact(page);
  await markDocument(page);
  await followLink(page, '/about');
  await expect(page).toHaveURL(/\/about$/);
  await expect(page).toHaveTitle(/^About/);
  expect(await isMarked(page)).toBe(true);
});

test('hydration matches the server’s HTML, on every page', async ({ page }) => {
  // React reports a mismatch as an error in the console, which fails any test.
  for (const path of [
    '/',
    '/about',
    '/posts',
    '/posts/guide',
    '/baby-names',
    '/baby-names/emma',
    '/baby-names/lists',
    '/running',
    '/running/pace',
    '/running/sample-2026-11-10',
    '/login',
    '/confirm',
  ]) {
    await page.goto(path);
    await loadReact(page);
  }
});
