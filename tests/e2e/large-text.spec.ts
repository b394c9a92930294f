/** A reader whose browser writes everything twice as large: nothing is cut off or hidden behind the edge of the screen. */
import { expect, test } from '../harness/browser-test.ts';
import { browserArguments, findLightBrowser } from '../harness/find-browser.ts';
import { findOverflow } from '../harness/find-overflow.ts';

test.use({
  launchOptions: {
    executablePath: findLightBrowser(),
    args: [...browserArguments(), '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'],
  },
});

for (const path of [
  '/',
  '/posts',
  '/posts/guide/markdown',
  '/posts/guide/components',
  '/posts/guide/markdwn',
]) {
  test(`${path} fits the screen`, async ({ page, expectMessage }) => {
    if (path.endsWith('markdwn')) expectMessage(/status of 404/);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.locator('html')).toHaveCSS('font-size', '32px');
      expect(await findOverflow(page), `${width} pixels`).toEqual([]);
    }
  });
}
