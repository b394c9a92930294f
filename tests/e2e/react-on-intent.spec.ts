/** When React is loaded, and what happens to a click that came before it. */
import { expect, test } from '../harness/browser-test.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { followLink, isMarked, loadReact, markDocument, watchRequests } from '../harness/react-page.ts';

test('an article asks for at most four things and no script before any intent', async ({ page }) => {
  const requests = watchRequests(page, /^\/(?!views$)/);
  await page.goto('/posts/guide');
  await page.waitForLoadState('networkidle');
  expect(requests.map((request) => request.resourceType()).filter((type) => type === 'script')).toEqual([]);
  expect(requests.length).toBeLessThanOrEqual(4);
});

test('the pointer on a link loads React once, with the payload and the chunk of the page that is shown', async ({
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

for (const path of ['/login', '/baby-names', '/running', '/confirm']) {
  test(`${path} is interactive by nature and loads React by itself`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('html[data-react]')).toBeAttached();
  });
}

test('nobody gets the client of the backend before they need it', async ({ page }) => {
  const clients = watchRequests(page, /\/assets\/supabase-/);
  await page.goto('/baby-names');
  await expect(page.getByText('Nothing yet. The heart beside a name puts it here')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.goto('/login');
  await expect(page.locator('html[data-react]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(clients).toEqual([]);
  await page.getByLabel('E-mail').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect.poll(() => clients.length).toBeGreaterThan(0);
});

test('a link that is followed before React is there is followed by the browser', async ({ page }) => {
  await page.route(/entry\.browser/, () => {
    // Never answered: React does not come.
  });
  await page.goto('/');
  await markDocument(page);
  await page.locator('main a[href^="/posts/"]').first().click();
  await expect(page).toHaveURL(/\/posts\//);
  expect(await isMarked(page)).toBe(false);
});

test('a button that is clicked before React is there does its work once React is', async ({ page }) => {
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

test('buttons that are clicked before React is there do their work, each once', async ({ page }) => {
  const entry = await holdRequests(page, /entry\.browser/);
  await page.goto('/baby-names?starts=emma');
  const heart = (name: string) => page.getByRole('button', { name: `${name}: on the shortlist` });
  await heart('Emma').click();
  // Nothing seems to happen, and so somebody clicks again.
  await heart('Emma').click();
  await heart('Emmanuel').click();
  entry.release();
  for (const name of ['Emma', 'Emmanuel'])
    await expect(heart(name).first()).toHaveAttribute('aria-pressed', 'true');
});

test('a form that is sent before React is there is handled by React, not by the browser', async ({
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

test('once React is there a link changes the page without loading a document', async ({ page }) => {
  await page.goto('/');
  await loadReact(page);
  await markDocument(page);
  await followLink(page, '/about');
  await expect(page).toHaveURL(/\/about$/);
  await expect(page).toHaveTitle(/^About/);
  expect(await isMarked(page)).toBe(true);
});

test('hydration finds exactly what the server sent, on every page', async ({ page }) => {
  // React reports a mismatch as an error in the console, which fails any test.
  for (const path of [
    '/',
    '/about',
    '/posts',
    '/posts/guide',
    '/baby-names',
    '/running',
    '/login',
    '/confirm',
  ]) {
    await page.goto(path);
    await loadReact(page);
  }
});
