/** Screenshots of a page in its current state: at the width of a phone and of a desktop, in light and dark mode. */
import type { Page, TestInfo } from '@playwright/test';

const widths = { phone: 390, desktop: 1280 };
const schemes = ['light', 'dark'] as const;

/** With `SCREENSHOTS=1`: they are stored in the folder of the test's results, for review. No test depends on them. */
export async function takeScreenshots(page: Page, info: TestInfo, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  for (const [device, width] of Object.entries(widths)) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const path = info.outputPath(`${name}-${device}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
}
