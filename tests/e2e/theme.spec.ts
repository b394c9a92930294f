/** The theme: the system's, light or dark. A choice is stored, and no page shows the wrong one first. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';

const themeButton = (page: Page) => page.getByRole('button', { name: /^Theme/ });
/** The background color of the text, and its brightness from 0 to 255, whatever notation the stylesheet uses. */
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const brightness = (page: Page, colour: string) =>
  page.evaluate((fillStyle) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = fillStyle;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  }, colour);

async function choose(page: Page, theme: 'system' | 'light' | 'dark'): Promise<void> {
  const button = themeButton(page);
  for (let turn = 0; turn < 3; turn += 1) {
    // The first click loads React and is then replayed, so the test waits for the label before reading it.
    await expect(button).toHaveAccessibleName(turn === 0 ? /^Theme/ : /^Theme: /);
    if ((await button.getAttribute('aria-label')) === `Theme: ${theme}`) return;
    const before = await button.getAttribute('aria-label');
    await button.click();
    await expect(button).not.toHaveAccessibleName(before ?? '');
  }
  await expect(button).toHaveAccessibleName(`Theme: ${theme}`);
}

test('without a choice the site follows the system, also when it changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  const light = await backgroundOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await backgroundOf(page);
  expect(await brightness(page, light)).toBeGreaterThan(200);
  expect(await brightness(page, dark)).toBeLessThan(60);
});

for (const [system, choice] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`${choice} stays ${choice} on a ${system} system: at once, after a reload, and on the next page`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: choice });
    await page.goto('/about');
    const chosen = await backgroundOf(page);
    await page.emulateMedia({ colorScheme: system });
    expect(await backgroundOf(page)).not.toBe(chosen);
    await choose(page, choice);
    expect(await backgroundOf(page)).toBe(chosen);
    await page.reload();
    expect(await backgroundOf(page)).toBe(chosen);
    await page.goto('/login');
    expect(await backgroundOf(page)).toBe(chosen);
    await expect(themeButton(page)).toHaveAccessibleName(`Theme: ${choice}`);
  });
}

test('back to "system", the choice is removed', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  const light = await backgroundOf(page);
  await choose(page, 'dark');
  expect(await backgroundOf(page)).not.toBe(light);
  await choose(page, 'system');
  expect(await backgroundOf(page)).toBe(light);
  await page.reload();
  expect(await backgroundOf(page)).toBe(light);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

for (const path of ['/about', '/login', '/posts']) {
  test(`no frame of ${path} is painted in the wrong theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/about');
    await choose(page, 'dark');
    const dark = await backgroundOf(page);
    await page.addInitScript(recordBackground);
    await page.goto(path);
    // A busy machine paints late, so the test waits for some frames.
    await page.waitForFunction(() => globalThis.paperSeen.length > 2);
    const seen = await page.evaluate(() => globalThis.paperSeen);
    expect(new Set(seen)).toEqual(new Set([dark]));
  });
}

test('without storage the choice lasts until the page is left', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto('/about');
  await choose(page, 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

declare global {
  var paperSeen: string[];
}

/** Records the page's color from the moment there is a body: before the first paint, and before each following frame. */
function recordBackground(): void {
  const note = () => globalThis.paperSeen.push(getComputedStyle(document.body).backgroundColor);
  const noteEachFrame = () => {
    note();
    if (globalThis.paperSeen.length < 40) requestAnimationFrame(noteEachFrame);
  };
  globalThis.paperSeen = [];
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    observer.disconnect();
    noteEachFrame();
    document.addEventListener('DOMContentLoaded', note);
  });
  observer.observe(document, { childList: true, subtree: true });
}
