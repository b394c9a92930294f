/** The error screen: its content, how to leave it, and which errors do not show it. */
import { expect, test } from '../harness/browser-test.ts';
import { isMarked, loadReact, markDocument, openWithReact } from '../harness/react-page.ts';

test('an unknown path shows label, status, full path and a link home, and hydrates without a mismatch', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/404/);
  const response = await page.goto('/nowhere/at%20all?x=1#part');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('404')).toBeVisible();
  await expect(page.getByText('Page Not Found: /nowhere/at all?x=1')).toBeVisible();
  await loadReact(page);
  await expect(page.getByText('Page Not Found: /nowhere/at all?x=1#part')).toBeVisible();
  await markDocument(page);
  await page.getByText('Go to home page').click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Page Not Found')).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

test('following a dead link in the browser shows the same screen, and going back clears it', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/404/);
  await openWithReact(page, '/');
  await page
    .locator('header a')
    .first()
    .evaluate((link) => link.setAttribute('data-was', link.getAttribute('href') ?? ''));
  await page.evaluate(() => {
    history.pushState({ key: 'dead' }, '', '/dead/link?a=b#c');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await expect(page.getByText('Page Not Found: /dead/link?a=b#c')).toBeVisible();
  await expect(page).toHaveTitle(/Page not found/i);
  await page.goBack();
  await expect(page.getByText('Page Not Found')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('without JavaScript the button home is a plain link', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/nowhere');
  await page.getByText('Go to home page').click();
  await expect(page).toHaveURL(/\/$/);
  await context.close();
});

test('an error inside one widget does not affect the rest of the page', async ({ page, expectMessage }) => {
  expectMessage(/TypeError: .* null/);
  // Details of a name that the widget cannot show.
  await page.route(/\/baby-names\/emma\/_payload\.json/, async (route) => {
    const payload = await (await route.fetch()).json();
    for (const entry of Object.values<{ data: { found: { detail: { similar: unknown } } } }>(payload))
      entry.data.found.detail.similar = null;
    await route.fulfill({ json: payload });
  });
  await openWithReact(page, '/baby-names/emma');
  await expect(page.getByText('This part of the page could not be shown.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
});
