/** The running page has no layout shifts: a button stays where it is until it is pressed. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { followLink } from '../harness/react-page.ts';
import { placesOf } from '../harness/running-page.ts';

// Samples are generated in the browser, which takes long on a busy machine.

/** Sums up the layout shifts that the browser reports, except right after a click or a key. */
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

/** Runs in the page: scrolls from top to bottom faster than a user can. */
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

    test('nothing moves while the page is scrolled from top to bottom, and each section is where its placeholder was', async ({
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('the text is laid out when it comes near the viewport, and not for the fields above it', async ({
    page,
  }) => {
    const fonts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
    await page.goto('/running');
    // Not by a locator, which would force the layout.
    await page.waitForFunction(() => document.querySelector('#runs table'));
    // One word of a footnote is in italics.
    expect(fonts).toEqual([expect.stringContaining('normal')]);
    // By the wheel: on a busy machine the browser once stopped to draw frames while a script scrolled.
    await expect(async () => {
      await page.mouse.wheel(0, 1000);
      expect(fonts).toContainEqual(expect.stringContaining('italic'));
    }).toPass({ timeout: 40_000 });
  });
});

for (const width of [320, 1280]) {
  for (const place of ['Records', 'Runs of your own']) {
    test(`a user who was at “${place}” is there again after going back and after a reload, ${width} pixels wide`, async ({
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

test('a section of the text is reached by its address', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/running#runs-of-your-own');
  await expect(page.getByRole('heading', { name: 'Poster' })).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Runs of your own' })).toBeInViewport();
});
