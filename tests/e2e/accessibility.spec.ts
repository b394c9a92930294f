/** axe finds no fault on any page in either theme, and the site can be used by keyboard alone. */
import { expect, test } from '../harness/browser-test.ts';
import { readSharedSite } from '../harness/response-kinds.ts';
import { runAxeInBothThemes } from '../harness/run-axe.ts';

for (const path of [
  '/',
  '/about',
  '/baby-names',
  '/login',
  '/running',
  '/running/pace',
  '/posts',
  '/confirm',
  '/oauth/consent',
]) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path);
    // Interactive pages are checked after hydration.
    const eager = await page.locator('html[data-eager]').count();
    if (eager > 0) await page.locator('html[data-react]').waitFor({ state: 'attached' });
    expect(await runAxeInBothThemes(page)).toEqual([]);
  });
}

test('axe finds nothing on any article or list', async ({ page }) => {
  test.setTimeout(180_000);
  const found = (await readSharedSite()).filter(
    ({ path, status }) => path.startsWith('/posts/') && status === 200,
  );
  expect(found.length).toBeGreaterThan(5);
  for (const { path } of found) {
    await page.goto(path);
    expect.soft(await runAxeInBothThemes(page), path).toEqual([]);
  }
});

test('axe finds nothing on the error screen', async ({ page, expectMessage }) => {
  expectMessage(/status of 404/);
  await page.goto('/posts/guide/markdwn');
  await expect(page.getByRole('navigation', { name: 'Did you mean' })).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
});

test.describe('by keyboard', () => {
  test('the first tab stop is a link past the header, and it works', async ({ page }) => {
    await page.goto('/about');
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await expect(focused).toHaveText(/skip/i);
    await expect(focused).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const insideMain = await page.evaluate(() => document.activeElement?.closest('main') !== null);
    expect(insideMain).toBe(true);
  });

  test('every tab stop in the header shows the focus', async ({ page }) => {
    await page.goto('/about');
    const stops = await page.getByRole('banner').locator('a:visible, button:visible').count();
    const names: string[] = [];
    await page.keyboard.press('Tab');
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      names.push((await focused.getAttribute('aria-label')) ?? (await focused.innerText()));
      await expect(focused).toBeInViewport();
      const ring = await focused.evaluate((element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
      });
      expect(ring, `a focus ring on "${names.at(-1)}"`).toBe(true);
    }
    expect(names).toEqual(
      expect.arrayContaining(['Articles', 'About', 'Sign in', expect.stringMatching(/^Theme/)]),
    );
  });

  test('a link of the navigation is followed with Enter', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('banner').getByRole('link', { name: 'Articles' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/posts');
    await expect(page.locator('h1')).toHaveText(/^Articles/);
  });

  test('the theme switch reacts to Enter and Space and names its setting', async ({ page }) => {
    await page.goto('/about');
    const button = page.getByRole('button', { name: /^Theme/ });
    await button.focus();
    await expect(button).toHaveAccessibleName('Theme: system');
    await page.keyboard.press('Enter');
    await expect(button).toHaveAccessibleName('Theme: light');
    await page.keyboard.press('Space');
    await expect(button).toHaveAccessibleName('Theme: dark');
  });
});

test('touch targets are large enough', async ({ page }) => {
  await page.goto('/about');
  for (const control of await page.getByRole('banner').locator('a:visible, button:visible').all()) {
    const box = await control.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await control.innerText()).toBeGreaterThanOrEqual(24);
  }
});
