/** Nothing on the running page moves by itself: where a button is seen, it stays until it is pressed. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { followLink } from '../harness/react-page.ts';
import { placesOf } from '../harness/running-page.ts';

// Samples are made in the browser, and a busy machine takes its time.

/** Adds up what the browser itself counts as moved, except right after a click or a key. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) dataset.shift = `${Number(dataset.shift ?? 0) + entry.value}`;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function readShift(page: Page): Promise<number> {
  return Number((await page.locator('html').getAttribute('data-shift')) ?? 0);
}

/** Runs in the page: from top to bottom faster than a thumb can, as somebody does who looks for the end. */
async function scrollDown(): Promise<void> {
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  scrollTo({ top: 0, behavior: 'instant' });
  for (let before = -1; scrollY !== before; ) {
    before = scrollY;
    scrollBy({ top: 1000, behavior: 'instant' });
    await nextFrame();
  }
}

for (const width of [390, 1280]) {
  test.describe(`on a screen of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('nothing moves while one scrolls from top to bottom, and each part stands where its place was kept', async ({
      page,
    }) => {
      await watchShifts(page);
      await page.goto('/running');
      const table = page.getByRole('table', { name: 'Runs' });
      await expect(table.locator('svg').first()).toBeAttached();
      await expect(page.getByRole('heading', { name: 'Poster' })).toBeAttached();
      const places = await placesOf(page);
      expect(Object.keys(places)).toEqual(
        expect.arrayContaining(['Records', 'Best efforts', 'Gear', 'Poster']),
      );
      await page.evaluate(scrollDown);
      await expect(page.getByRole('img', { name: /^Poster/ })).toBeAttached();
      await expect(page.locator('.runs-later[data-far]')).toHaveCount(0);
      expect(await readShift(page)).toBeLessThan(0.02);
      expect(await placesOf(page)).toEqual(places);
    });
  });
}

test('on a phone the words are laid out when somebody comes near, and not for the fields above them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  await page.goto('/running');
  // Not by a locator: that has things laid out by itself.
  await page.waitForFunction(() => document.querySelector('#runs table'));
  // One word of a footnote is in italics.
  expect(fonts).toEqual([expect.stringContaining('normal')]);
  const italic = page.waitForRequest(/italic/);
  await page.evaluate(scrollDown);
  await italic;
});

for (const width of [320, 1280]) {
  for (const place of ['Records', 'Runs of your own']) {
    test(`who was at “${place}” finds it by the way back and after a reload, ${width} pixels wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 640 });
      await page.goto('/running');
      const heading = page.getByRole('heading', { name: place });
      const waitForRuns = () => expect(page.getByRole('heading', { name: 'Poster' })).toBeAttached();
      await waitForRuns();
      await heading.scrollIntoViewIfNeeded();
      await expect(heading).toBeInViewport();
      const readTop = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
      const top = await readTop();
      await followLink(page, '/about');
      await expect(heading).toHaveCount(0);
      await page.goBack();
      await waitForRuns();
      await expect.poll(readTop).toBe(top);
      await page.reload();
      await waitForRuns();
      await expect.poll(readTop).toBe(top);
    });
  }
}

test('a part of the words is found by its address', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/running#runs-of-your-own');
  await expect(page.getByRole('heading', { name: 'Poster' })).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Runs of your own' })).toBeInViewport();
});
