import { expect, type Page } from '@playwright/test';
import { runAxeInBothThemes } from './run-axe.ts';

/** Nothing is inaccessible in either theme, and nothing is wider than the window. */
export async function checkLook(page: Page): Promise<void> {
  expect(await runAxeInBothThemes(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
