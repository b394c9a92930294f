import { expect, type Page } from '@playwright/test';
import { runAxe } from './run-axe.ts';

/** Nothing is inaccessible in either theme, and nothing is wider than the window. */
export async function checkLook(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await runAxe(page), colorScheme).toEqual([]);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
