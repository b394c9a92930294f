/** The order of a route change, the loading bar, the announcer, and the scroll position afterward. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { followLink, openWithReact } from '../harness/react-page.ts';

const long = '/posts/guide/markdown';
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const scrollTo = async (page: Page, y: number) => {
  // Positions are recorded by the event of the next frame.
  await page.evaluate(
    (to) =>
      new Promise<void>((done) => {
        addEventListener('scroll', () => requestAnimationFrame(() => done()), { once: true });
        window.scrollTo({ top: to, behavior: 'instant' });
      }),
    y,
  );
};
/** Navigates by the router to an address without a link on the page. */
async function go(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.querySelector<HTMLAnchorElement>('header a');
    if (!link) throw new Error('There is no link to borrow.');
    history.pushState({ key: Math.random().toString(36).slice(2) }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, href);
}

test('the order is payload and chunk → commit → scroll → announce → page view', async ({ page }) => {
  await page.addInitScript(() => {
    const steps: string[] = [];
    Object.assign(window, { steps });
    const fetched = window.fetch;
    window.fetch = (input, init) => {
      if (String(input).includes('/about/_payload')) steps.push('payload');
      return fetched(input, init);
    };
    const scrolled = window.scrollTo.bind(window);
    window.scrollTo = ((...args: [number, number]) => {
      steps.push(`scroll ${document.title.split(' ')[0]}`);
      scrolled(...args);
    }) as typeof window.scrollTo;
    navigator.sendBeacon = (_, body) => {
      steps.push(`view ${(JSON.parse(String(body)) as { path: string }).path}`);
      return true;
    };
  });
  await openWithReact(page, '/');
  await page.evaluate(() => {
    const steps = (window as unknown as { steps: string[] }).steps;
    steps.length = 0;
    new MutationObserver(() => steps.push('announce')).observe(
      document.querySelector('[aria-live=polite]') ?? document.body,
      {
        childList: true,
        characterData: true,
        subtree: true,
      },
    );
  });
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  const steps = () => page.evaluate(() => (window as unknown as { steps: string[] }).steps);
  await expect.poll(steps).toContain('view /about');
  await expect.poll(steps).toContain('announce');
  const order = await steps();
  expect(order[0]).toBe('payload');
  expect(order[1]).toBe('scroll About');
  expect(order.indexOf('view /about')).toBeGreaterThan(1);
});

test('the new title is announced to screen readers', async ({ page }) => {
  await openWithReact(page, '/');
  await followLink(page, '/about');
  await expect(page.locator('[aria-live=polite]').filter({ hasText: /^About/ })).toHaveCount(1);
});

test('the loading bar shows when a page takes long, and disappears', async ({ page }) => {
  await openWithReact(page, '/');
  const reading = await holdRequests(page, /\/about\/_payload\.json/);
  await followLink(page, '/about');
  await expect(page.locator('.loading-bar')).toBeVisible();
  reading.release();
  await expect(page).toHaveTitle(/^About/);
  await expect(page.locator('.loading-bar')).toBeHidden();
});

test('another page starts at the top; back and forward restore the scroll position', async ({ page }) => {
  await openWithReact(page, long);
  await scrollTo(page, 700);
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  expect(await scrollY(page)).toBe(0);
  await scrollTo(page, 150);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${long}$`));
  await expect.poll(() => scrollY(page)).toBe(700);
  await page.goForward();
  await expect(page).toHaveTitle(/^About/);
  await expect.poll(() => scrollY(page)).toBe(150);
});

test('a user who scrolls while parts of the page are loading is not moved back', async ({ page }) => {
  await openWithReact(page, long);
  await scrollTo(page, 700);
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<span data-coming></span>'));
  await page.goBack();
  await expect.poll(() => scrollY(page)).toBe(700);
  await scrollTo(page, 300);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  expect(await scrollY(page)).toBe(300);
});

test('a hash on another page scrolls to its element, clear of the top edge', async ({ page }) => {
  await page.goto(long);
  const id = await page.locator('main h2[id]').nth(2).getAttribute('id');
  await openWithReact(page, '/about');
  await go(page, `${long}#${id}`);
  await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
  const top = await page.locator(`[id="${id}"]`).evaluate((heading) => heading.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(200);
});

test('on the same page a hash scrolls, a removed hash goes to the top, a query stays', async ({ page }) => {
  await openWithReact(page, long);
  const heading = page.locator('main h2[id]').nth(2);
  const id = await heading.getAttribute('id');
  await go(page, `${long}#${id}`);
  await expect(heading).toBeInViewport();
  await expect.poll(() => scrollY(page)).toBeGreaterThan(200);
  const before = await scrollY(page);
  await go(page, `${long}?some=query#${id}`);
  expect(Math.abs((await scrollY(page)) - before)).toBeLessThan(5);
  await go(page, long);
  await expect.poll(() => scrollY(page)).toBe(0);
  await scrollTo(page, 300);
  await go(page, `${long}?some=query`);
  await page.waitForTimeout(200);
  expect(await scrollY(page)).toBe(300);
});

test('a navigation that is superseded by a newer one leaves no trace', async ({ page }) => {
  await openWithReact(page, '/');
  const reading = await holdRequests(page, /\/about\/_payload\.json/, {
    onRelease: (route) => route.continue().catch(() => {}),
  });
  await followLink(page, '/about');
  await followLink(page, '/running');
  await expect(page).toHaveURL(/\/running$/);
  reading.release();
  await page.waitForTimeout(200);
  await expect(page).toHaveURL(/\/running$/);
  await expect(page).not.toHaveTitle(/^About/);
});
